package dev.latchkey.node;

import dev.latchkey.config.RabbitMqConfiguration;
import dev.latchkey.publish.rabbitmq.BrokerAccess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The way to RabbitMQ that a configuration describes. */
final class BrokerAccesses {
    private BrokerAccesses() {}

    /** @throws IllegalStateException when the file of certificates holds none */
    static BrokerAccess of(RabbitMqConfiguration broker) {
        return new BrokerAccess(
                broker.addresses(),
                broker.virtualHost(),
                broker.username(),
                () -> broker.password().reveal(),
                broker.tls() ? Optional.of(context(broker.caFile())) : Optional.empty());
    }

    private static SSLContext context(Optional<Path> authorities) {
        try {
            if (authorities.isEmpty()) {
                return SSLContext.getDefault();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust(authorities.get()).getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(
                    "caFile " + authorities.orElse(null) + " can't be used: " + e.getMessage(), e);
        }
    }

    private static TrustManagerFactory trust(Path authorities) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(authorities)) {
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry(String.valueOf(store.size()), certificate);
            }
        }
        if (store.size() == 0) {
            throw new IOException("it holds no certificate");
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust;
    }
}

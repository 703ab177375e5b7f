package dev.latchkey.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts template, style, script, plot library and data together: a page that needs no other file and no network. */
final class Page {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
    private static final String LIBRARY_VERSION = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";
    private static final String LIBRARY = "/META-INF/resources/webjars/uplot/%s/dist/%s";

    private Page() {}

    /** @param json harmless inside a script element */
    static String of(String json) {
        String version = libraryVersion();
        Map<String, String> parts = Map.of(
                "libraryStyle", text(LIBRARY.formatted(version, "uPlot.min.css")),
                "libraryScript", text(LIBRARY.formatted(version, "uPlot.iife.min.js")),
                "style", text("report.css"),
                "parts", text("parts.js"),
                "charts", text("charts.js"),
                "script", text("report.js"),
                "data", json);
        // One pass: what stands in a part is never taken for a place of the template.
        return PLACE.matcher(text("report.html"))
                .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
    }

    private static String libraryVersion() {
        Properties properties = new Properties();
        try (InputStream in = open(LIBRARY_VERSION)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static String text(String resource) {
        try (InputStream in = open(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String resource) {
        InputStream in = Page.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("the class path lacks " + resource);
        }
        return in;
    }
}

package dev.latchkey.node;

/** The version of this build, from the jar's manifest. */
final class BuildVersion {
    static final String VERSION = version();

    private BuildVersion() {}

    private static String version() {
        String fromManifest = BuildVersion.class.getPackage().getImplementationVersion();
        return fromManifest == null ? "development" : fromManifest;
    }
}

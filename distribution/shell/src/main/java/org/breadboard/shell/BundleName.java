package org.breadboard.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

/** What tells one bundle from another: no two that are installed have the same symbolic name and version. */
record BundleName(String symbolicName, Version version) {
    /**
     * What a jar's manifest says; nothing if it is no bundle's.
     *
     * @throws IOException if the jar cannot be read
     * @throws IllegalArgumentException if its Bundle-Version is none
     */
    static Optional<BundleName> of(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String header =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Constants.BUNDLE_SYMBOLICNAME);
            if (header == null) {
                return Optional.empty();
            }
            String version = manifest.getMainAttributes().getValue(Constants.BUNDLE_VERSION);
            return Optional.of(new BundleName(header.split(";", 2)[0].strip(), Version.parseVersion(version)));
        }
    }

    /** The bundle of this name that was installed from somewhere else than {@code jar}. */
    Optional<Bundle> twin(BundleContext context, Path jar) {
        return Stream.of(context.getBundles())
                .filter(bundle -> symbolicName.equals(bundle.getSymbolicName()) && version.equals(bundle.getVersion()))
                .filter(bundle -> !BundlePlugins.jarOf(bundle).equals(Optional.of(jar)))
                .findFirst();
    }
}

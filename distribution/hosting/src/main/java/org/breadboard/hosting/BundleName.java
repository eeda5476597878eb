// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Version;

/** What tells one bundle from another: no two that are installed have the same symbolic name and version. */
record BundleName(String symbolicName, Version version) {
    private static final String REFERENCE = "reference:";

    static BundleName of(Bundle bundle) {
        return new BundleName(bundle.getSymbolicName(), bundle.getVersion());
    }

    /** The bundle of this name that was installed from somewhere else than {@code jar}. */
    Optional<Bundle> twin(BundleContext context, Path jar) {
        return Stream.of(context.getBundles())
                .filter(bundle -> symbolicName.equals(bundle.getSymbolicName()) && version.equals(bundle.getVersion()))
                .filter(bundle -> !jarOf(bundle).equals(Optional.of(jar)))
                .findFirst();
    }

    /** Why a jar whose name {@code twin} has is left out, as the end of a sentence. */
    static String taken(Bundle twin, Path pluginFolder) {
        boolean ofFolder =
                jarOf(twin).filter(jar -> pluginFolder.equals(jar.getParent())).isPresent();
        return "the bundle " + origin(twin) + " with the same name and version is already installed"
                + (ofFolder
                        ? "; remove one of the two"
                        : " and part of Breadboard; remove the jar, or give it a Bundle-SymbolicName of its own");
    }

    /** A bundle as people say it: its symbolic name, its version and its jar. */
    static String origin(Bundle bundle) {
        return bundle.getSymbolicName()
                + ' '
                + bundle.getVersion()
                + jarOf(bundle).map(jar -> " (" + jar.getFileName() + ')').orElse("");
    }

    /** The file that a bundle was installed from, where its location says one. */
    static Optional<Path> jarOf(Bundle bundle) {
        String location = bundle.getLocation();
        String url = location.startsWith(REFERENCE) ? location.substring(REFERENCE.length()) : location;
        try {
            return url.startsWith("file:") ? Optional.of(Path.of(URI.create(url))) : Optional.empty();
        } catch (IllegalArgumentException notAFile) {
            return Optional.empty();
        }
    }
}

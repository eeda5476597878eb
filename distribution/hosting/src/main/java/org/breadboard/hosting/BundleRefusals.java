// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.breadboard.platform.registry.Refusal;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * Finds, at the moment of asking, which bundles and jars are there but do not work, and says why in one sentence each.
 */
final class BundleRefusals {
    private static final long SETTLING_MS = 1000;

    private final BundleContext context;
    private final Path pluginFolder;
    private final PluginLifecycle lifecycle;

    BundleRefusals(BundleContext context, Path pluginFolder, PluginLifecycle lifecycle) {
        this.context = context;
        this.pluginFolder = pluginFolder;
        this.lifecycle = lifecycle;
    }

    List<Refusal> find() {
        List<Refusal> refusals = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getState() == Bundle.INSTALLED) {
                MissingRequirement.firstOf(bundle, context.getBundles())
                        .ifPresent(why -> refusals.add(new Refusal(BundleName.origin(bundle), why)));
            } else if (lifecycle.failure(bundle).isPresent() && jarsOfFolder().contains(fileOf(bundle))) {
                whyNotActive(bundle).ifPresent(why -> refusals.add(new Refusal(BundleName.origin(bundle), why)));
            }
        }
        for (Path jar : jarsOfFolder()) {
            if (!isInstalled(jar)) {
                whyNotInstalled(jar).ifPresent(why -> refusals.add(new Refusal("plugins/" + jar.getFileName(), why)));
            }
        }
        return refusals;
    }

    /** Nothing, if it runs by now. */
    private static Optional<String> whyNotActive(Bundle bundle) {
        if (bundle.getState() == Bundle.STARTING) {
            return Optional.of("its activator has not returned, so the bundle is not active");
        }
        return bundle.getState() == Bundle.RESOLVED
                ? Optional.of("its activator threw or took too long, so the bundle is not active")
                : Optional.empty();
    }

    private boolean isInstalled(Path jar) {
        return Stream.of(context.getBundles()).anyMatch(bundle -> jar.equals(fileOf(bundle)));
    }

    private static Path fileOf(Bundle bundle) {
        return BundleName.jarOf(bundle).orElse(null);
    }

    private List<Path> jarsOfFolder() {
        if (!Files.isDirectory(pluginFolder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(pluginFolder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /** Nothing, if the jar looks sound or is still being copied: then it will be installed in a moment. */
    private Optional<String> whyNotInstalled(Path jar) {
        try {
            if (System.currentTimeMillis() - Files.getLastModifiedTime(jar).toMillis() < SETTLING_MS) {
                return Optional.empty();
            }
            return JarCheck.name(jar).twin(context, jar).map(twin -> BundleName.taken(twin, pluginFolder));
        } catch (JarCheck.UnsoundJarException unsound) {
            return Optional.of(unsound.getMessage());
        } catch (IOException broken) {
            if (Files.isSymbolicLink(jar) && !Files.exists(jar)) {
                return Optional.of("it is a link to a file that is not there; remove it, or link to a jar");
            }
            return Files.exists(jar)
                    ? Optional.of("the jar cannot be read (" + broken.getMessage() + "); copy it again")
                    : Optional.empty();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.breadboard.api.Plugin;

/** The plug-ins of a class path or a module path; they do not change while the process lives. */
public final class ServiceLoaderSource implements PluginSource {
    /** Of the classes that the build of Breadboard makes. */
    private static final String OWN = "org.breadboard.";

    private final ServiceLoader<Plugin> loader;
    private final List<Refusal> refusals = new ArrayList<>();

    /** What the class loader and its module layer know. */
    public ServiceLoaderSource(ClassLoader classLoader) {
        loader = ServiceLoader.load(Plugin.class, classLoader);
    }

    /** What the modules of a layer, and of its parents, provide. */
    public ServiceLoaderSource(ModuleLayer layer) {
        loader = ServiceLoader.load(layer, Plugin.class);
    }

    @Override
    public void open(Listener listener) {
        Iterator<ServiceLoader.Provider<Plugin>> providers = loader.stream().iterator();
        while (true) {
            try {
                if (!providers.hasNext()) {
                    return;
                }
                listener.appeared(candidate(providers.next()));
            } catch (ServiceConfigurationError broken) {
                refuse(new Refusal("of META-INF/services", broken.getMessage()));
            }
        }
    }

    @Override
    public synchronized List<Refusal> refusals() {
        return List.copyOf(refusals);
    }

    @Override
    public void close() {
        // There is nothing to stop: a class path does not change.
    }

    private synchronized void refuse(Refusal refusal) {
        refusals.add(refusal);
    }

    /**
     * Named like the bundle that its jar is, so that a result tells the same wherever it was made; what is no bundle,
     * like its module.
     */
    private static PluginCandidate candidate(ServiceLoader.Provider<Plugin> provider) {
        Class<? extends Plugin> type = provider.type();
        Optional<Path> jar = jarOf(type);
        Attributes manifest = jar.filter(Files::isRegularFile)
                .map(ServiceLoaderSource::manifest)
                .orElseGet(Attributes::new);
        String bundle = manifest.getValue("Bundle-SymbolicName");
        Module module = type.getModule();
        String name;
        String version;
        if (bundle != null) {
            name = bundle.split(";", 2)[0].strip();
            version = Objects.requireNonNullElse(manifest.getValue("Bundle-Version"), "0.0.0");
        } else if (module.isNamed()) {
            name = module.getName();
            version = module.getDescriptor().rawVersion().orElse("");
        } else {
            name = type.getName();
            version = "";
        }
        String origin = name
                + (version.isEmpty() ? "" : " " + version)
                + jar.map(file -> " (" + file.getFileName() + ")").orElse("");
        Optional<ClassLoader> builtElsewhere = jar.filter(Files::isRegularFile)
                .filter(file -> !type.getName().startsWith(OWN))
                .map(file -> type.getClassLoader());
        return new PluginCandidate(origin, version, jar, builtElsewhere, () -> unwrap(provider));
    }

    /** A provider's constructor that throws comes wrapped; people want to know what it threw. */
    private static Plugin unwrap(ServiceLoader.Provider<Plugin> provider) throws Exception {
        try {
            return provider.get();
        } catch (ServiceConfigurationError wrapped) {
            if (wrapped.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (wrapped.getCause() instanceof Error cause) {
                throw cause;
            }
            throw wrapped;
        }
    }

    private static Optional<Path> jarOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException notAFile) {
            return Optional.empty();
        }
    }

    private static Attributes manifest(Path jar) {
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            Manifest manifest = file.getManifest();
            return manifest == null ? new Attributes() : manifest.getMainAttributes();
        } catch (IOException unreadable) {
            // Its classes were found, so it will say itself what is wrong with it.
            return new Attributes();
        }
    }
}

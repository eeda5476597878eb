package org.breadboard.hosting;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.registry.PluginCandidate;
import org.breadboard.platform.registry.PluginSource;
import org.breadboard.platform.registry.Refusal;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * The plug-ins that bundles offer as services: by SPI Fly from their {@code META-INF/services}, or registered by
 * themselves.
 */
final class BundlePlugins implements PluginSource {
    /** Where SPI Fly says which class a service is made from. */
    private static final String PROVIDER_CLASS = ".org.apache.aries.spifly.provider.implclass";

    private static final String REFERENCE = "reference:";

    private final BundleContext context;
    private final BundleRefusals refusals;
    private final Supplier<List<String>> stopped;
    private final Set<Bundle> givenUp = ConcurrentHashMap.newKeySet();
    private ServiceTracker<Plugin, PluginCandidate> tracker;
    private Listener listener;

    /** {@code stopped} are the ids of plug-ins that somebody has stopped. */
    BundlePlugins(BundleContext context, Path pluginFolder, Supplier<List<String>> stopped) {
        this.context = context;
        this.stopped = stopped;
        refusals = new BundleRefusals(context, pluginFolder, givenUp::contains);
    }

    @Override
    public void open(Listener to) {
        listener = to;
        tracker = new ServiceTracker<>(context, Plugin.class, new ServiceTrackerCustomizer<>() {
            @Override
            public PluginCandidate addingService(ServiceReference<Plugin> reference) {
                PluginCandidate candidate = candidate(reference);
                if (!givenUp.contains(reference.getBundle())) {
                    listener.appeared(candidate);
                }
                return candidate;
            }

            @Override
            public void modifiedService(ServiceReference<Plugin> reference, PluginCandidate candidate) {
                // A plug-in is what it says it is; the properties of its service tell nothing more.
            }

            @Override
            public void removedService(ServiceReference<Plugin> reference, PluginCandidate candidate) {
                listener.vanished(candidate);
            }
        });
        tracker.open();
    }

    @Override
    public List<Refusal> refusals() {
        return refusals.find();
    }

    @Override
    public List<String> stopped() {
        try {
            return stopped.get();
        } catch (RefusedException unreadable) {
            // Told where the shell starts.
            return List.of();
        }
    }

    @Override
    public void close() {
        tracker.close();
    }

    /** Takes a {@link #giveUp} back: a bundle is about to start, or is gone. */
    void forget(Bundle bundle) {
        givenUp.remove(bundle);
    }

    /** Nobody waits for a bundle's start any more: SPI Fly has made services of it, and they are not there. */
    void giveUp(Bundle bundle) {
        givenUp.add(bundle);
        tracker.getTracked().forEach((reference, candidate) -> {
            if (bundle.equals(reference.getBundle())) {
                listener.vanished(candidate);
            }
        });
    }

    private PluginCandidate candidate(ServiceReference<Plugin> reference) {
        Bundle bundle = reference.getBundle();
        return new PluginCandidate(
                origin(bundle), bundle.getVersion().toString(), jarOf(bundle), () -> construct(bundle, reference));
    }

    /**
     * Constructs the plug-in. A service that SPI Fly made is constructed here and not asked for, because Felix turns an
     * exception of the constructor into null and an event, and the user wants to know what it was.
     */
    private Plugin construct(Bundle bundle, ServiceReference<Plugin> reference) throws Exception {
        if (reference.getProperty(PROVIDER_CLASS) instanceof String name) {
            try {
                return bundle.loadClass(name)
                        .asSubclass(Plugin.class)
                        .getConstructor()
                        .newInstance();
            } catch (java.lang.reflect.InvocationTargetException thrown) {
                if (thrown.getCause() instanceof Error error) {
                    throw error;
                }
                throw (Exception) thrown.getCause();
            }
        }
        Plugin plugin = context.getService(reference);
        if (plugin == null) {
            throw new IllegalStateException("its service is gone already");
        }
        return plugin;
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

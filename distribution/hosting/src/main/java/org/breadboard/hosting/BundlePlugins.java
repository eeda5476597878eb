// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.breadboard.api.Plugin;
import org.breadboard.platform.registry.PluginCandidate;
import org.breadboard.platform.registry.PluginSource;
import org.breadboard.platform.registry.Refusal;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * The plug-ins that bundles offer as services: by SPI Fly from their {@code META-INF/services}, or registered by
 * themselves.
 */
final class BundlePlugins implements PluginSource {
    /** Where SPI Fly says which class a service is made from. */
    private static final String PROVIDER_CLASS = ".org.apache.aries.spifly.provider.implclass";

    private final BundleContext context;
    private final Path pluginFolder;
    private final BundleRefusals refusals;
    private final PluginLifecycle lifecycle;
    private ServiceTracker<Plugin, PluginCandidate> tracker;
    private Listener listener;

    BundlePlugins(BundleContext context, Path pluginFolder, PluginLifecycle lifecycle) {
        this.context = context;
        this.pluginFolder = pluginFolder;
        this.lifecycle = lifecycle;
        refusals = new BundleRefusals(context, pluginFolder, lifecycle);
        lifecycle.onGivenUp(this::giveUp);
    }

    @Override
    public void open(Listener to) {
        listener = to;
        tracker = new ServiceTracker<>(context, Plugin.class, new ServiceTrackerCustomizer<>() {
            @Override
            public PluginCandidate addingService(ServiceReference<Plugin> reference) {
                PluginCandidate candidate = candidate(reference);
                if (lifecycle.failure(reference.getBundle()).isEmpty()) {
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
        return lifecycle.stoppedIds();
    }

    @Override
    public void close() {
        tracker.close();
    }

    /** Nobody waits for a bundle's start any more: SPI Fly has made services of it, and they are not there. */
    private void giveUp(Bundle bundle) {
        tracker.getTracked().forEach((reference, candidate) -> {
            if (bundle.equals(reference.getBundle())) {
                listener.vanished(candidate);
            }
        });
    }

    private PluginCandidate candidate(ServiceReference<Plugin> reference) {
        Bundle bundle = reference.getBundle();
        Optional<Path> jar = BundleName.jarOf(bundle);
        return new PluginCandidate(
                BundleName.origin(bundle),
                bundle.getVersion().toString(),
                jar,
                jar.filter(file -> pluginFolder.equals(file.getParent()))
                        .map(file -> bundle.adapt(BundleWiring.class).getClassLoader()),
                () -> construct(bundle, reference));
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
}

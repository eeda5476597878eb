// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.lang.reflect.Proxy;
import java.util.Optional;
import org.breadboard.api.Plugin;
import org.breadboard.platform.registry.PluginCandidate;
import org.breadboard.platform.registry.PluginSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Version;
import org.osgi.framework.wiring.FrameworkWiring;

/** A bundle that starts and stops as Felix has it, and brings a plug-in or none. */
final class SampleBundle {
    private final long number;
    private final String name;
    private final String plugin;
    private final PluginSource.Listener listener;
    private final PluginCandidate candidate;

    private int state = Bundle.RESOLVED;
    private boolean startFails;
    private boolean stopFails;

    /** {@code plugin} is the id of what it brings to a listener, or null. */
    SampleBundle(long number, String name, String plugin, PluginSource.Listener listener) {
        this.number = number;
        this.name = name;
        this.plugin = plugin;
        this.listener = listener;
        candidate = new PluginCandidate(name + " 1.0.0", "1.0.0", Optional.empty(), Sample::new);
    }

    private final class Sample implements Plugin {
        @Override
        public String id() {
            return plugin;
        }

        @Override
        public String description() {
            return "a sample";
        }
    }

    void failToStart(boolean fails) {
        startFails = fails;
    }

    void failToStop(boolean fails) {
        stopFails = fails;
    }

    int state() {
        return state;
    }

    /** As the lifecycle has it in its hands. */
    Bundle bundle() {
        return (Bundle) Proxy.newProxyInstance(
                Bundle.class.getClassLoader(),
                new Class<?>[] {Bundle.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getBundleId" -> number;
                    case "getSymbolicName" -> name;
                    case "getVersion" -> Version.parseVersion("1.0.0");
                    case "getLocation" -> "test:" + name;
                    case "getState" -> state;
                    case "adapt" -> null;
                    case "start" -> start();
                    case "stop" -> stop();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private Object start() throws BundleException {
        state = Bundle.ACTIVE;
        if (plugin != null) {
            listener.appeared(candidate);
        }
        if (startFails) {
            // SPI Fly offers what a bundle brings before its activator is through.
            stop();
            throw new BundleException("no luck");
        }
        return null;
    }

    /** As it does it by itself, or is asked to. */
    Object stop() throws BundleException {
        if (stopFails) {
            throw new BundleException("not now");
        }
        if (state == Bundle.ACTIVE && plugin != null) {
            listener.vanished(candidate);
        }
        state = Bundle.RESOLVED;
        return null;
    }

    /** A framework of nothing but these. */
    static BundleContext framework(Bundle... bundles) {
        FrameworkWiring wiring = (FrameworkWiring) Proxy.newProxyInstance(
                Bundle.class.getClassLoader(),
                new Class<?>[] {FrameworkWiring.class},
                (proxy, method, arguments) -> true);
        Bundle system = (Bundle) Proxy.newProxyInstance(
                Bundle.class.getClassLoader(), new Class<?>[] {Bundle.class}, (proxy, method, arguments) -> wiring);
        return (BundleContext) Proxy.newProxyInstance(
                Bundle.class.getClassLoader(),
                new Class<?>[] {BundleContext.class},
                (proxy, method, arguments) -> method.getName().equals("getBundle") ? system : bundles);
    }
}

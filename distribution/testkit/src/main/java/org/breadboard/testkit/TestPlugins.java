// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import java.util.List;
import java.util.Optional;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginCandidate;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.PluginSource;
import org.breadboard.platform.registry.Refusal;
import org.breadboard.platform.verbs.PluginVerbs;

/** The plug-ins of a test, which the platform examines as it does any that it finds. */
record TestPlugins(List<Plugin> plugins) implements PluginSource {
    /**
     * The same as a run has them.
     *
     * @throws RefusedException if the platform would not take one of them
     */
    static List<InstalledPlugin> installed(List<Plugin> plugins) {
        try (PluginRegistry registry = new PluginRegistry(new PluginVerbs(List.of()))) {
            registry.open(new TestPlugins(plugins));
            for (Refusal refusal : registry.refusals()) {
                throw new RefusedException(refusal.sentence());
            }
            return registry.installed();
        }
    }

    @Override
    public void open(Listener listener) {
        plugins.forEach(plugin -> listener.appeared(
                new PluginCandidate(plugin.getClass().getName(), "", Optional.empty(), () -> plugin)));
    }

    @Override
    public List<Refusal> refusals() {
        return List.of();
    }

    @Override
    public void close() {}
}

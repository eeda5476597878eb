// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.Function;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;
import org.breadboard.platform.registry.PluginChange;
import org.breadboard.platform.verbs.Board;
import org.breadboard.shell.session.VerbFunction;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;

/** Offers each verb to Gogo as a command, as long as whoever brings it is there. */
final class VerbServices {
    private final BundleContext context;
    private final Board board;
    private final Map<InstalledPlugin, List<ServiceRegistration<Function>>> byPlugin = new ConcurrentHashMap<>();

    VerbServices(BundleContext context, Board board) {
        this.context = context;
        this.board = board;
    }

    /** Offers what there is, and from now on what comes; until the bundle stops. */
    void open() {
        board.verbs().stream().filter(verb -> verb.owner() == null).forEach(verb -> register(verb.name()));
        board.registry().watch(this::changed);
        board.registry().installed().forEach(this::appeared);
    }

    private void changed(PluginChange change) {
        change.removed().forEach(this::vanished);
        change.added().forEach(this::appeared);
    }

    private void appeared(InstalledPlugin plugin) {
        if (!plugin.verbs().isEmpty()) {
            byPlugin.computeIfAbsent(
                    plugin,
                    added -> added.verbs().stream()
                            .map(Offer::id)
                            .map(this::register)
                            .toList());
        }
    }

    private void vanished(InstalledPlugin plugin) {
        List<ServiceRegistration<Function>> gone = byPlugin.remove(plugin);
        if (gone != null) {
            gone.forEach(ServiceRegistration::unregister);
        }
    }

    private ServiceRegistration<Function> register(String verb) {
        return context.registerService(
                Function.class,
                new VerbFunction(board, verb),
                FrameworkUtil.asDictionary(
                        Map.of(CommandProcessor.COMMAND_SCOPE, "breadboard", CommandProcessor.COMMAND_FUNCTION, verb)));
    }
}

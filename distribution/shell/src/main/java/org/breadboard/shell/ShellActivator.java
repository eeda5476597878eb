// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.apache.felix.service.command.CommandProcessor;
import org.breadboard.hosting.PluginHost;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.verbs.Board;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;

/** Starts and stops the platform and its commands with the bundle. */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
public final class ShellActivator implements BundleActivator {
    /** The framework property with the distribution's folder. */
    private static final String HOME = "breadboard.home";

    /** The framework property with the folder of the user's plug-ins. */
    private static final String PLUGINS = "breadboard.plugins";

    private PluginRegistry registry;

    @Override
    public void start(BundleContext context) throws IOException {
        String home = context.getProperty(HOME);
        Path folder = Path.of(home == null ? "" : home).toAbsolutePath().normalize();
        registry = ShellVerbs.registry();
        String ofPlugins = context.getProperty(PLUGINS);
        Path named = ofPlugins == null ? folder.resolve("plugins") : Path.of(ofPlugins);
        // File Install names its files so.
        Path plugins = Files.exists(named) ? named.toRealPath() : named;
        PluginHost host = new PluginHost(context, plugins, registry);
        Board board = ShellVerbs.board(folder, registry, own -> host.actions(new RunningVerbs(own)));
        new VerbServices(context, board).open();
        Function<Map<String, Object>, Integer> entry = new Entry(board, () -> gogo(context), host::settle);
        context.registerService(Function.class, entry, FrameworkUtil.asDictionary(Map.of("breadboard.entry", "true")));
    }

    private static CommandProcessor gogo(BundleContext context) {
        ServiceReference<CommandProcessor> reference = context.getServiceReference(CommandProcessor.class);
        if (reference == null) {
            throw new IllegalStateException("the bundle org.apache.felix.gogo.runtime is not active");
        }
        return context.getService(reference);
    }

    @Override
    public void stop(BundleContext context) {
        registry.close();
    }
}

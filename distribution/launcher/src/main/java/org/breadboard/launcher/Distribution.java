// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.hosting.PluginHost;
import org.breadboard.hosting.StoppedPlugins;
import org.breadboard.platform.project.Project;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.startlevel.BundleStartLevel;

/**
 * The folder of an unpacked distribution: {@code bundles/} with one folder for each start level, and {@code plugins/}.
 */
final class Distribution {
    /** From this start level on, bundles are for the interactive shell only. */
    private static final int INTERACTIVE_LEVEL = 90;

    /**
     * That of File Install itself: bundles that it installs above it while Felix is starting are not started any more.
     */
    private static final int PLUGIN_LEVEL = 40;

    private static final String PLUGINS = Project.PLUGINS;
    private static final String PLUGIN_VERB = "plugin";
    private static final int ALL_LEVELS = 100;
    private static final int POLL_MS = 500;

    private final Path home;
    private Path plugins;
    private StoppedPlugins stopped;

    Distribution(Path home) {
        this.home = home;
        take(home.resolve(PLUGINS));
    }

    private void take(Path folder) {
        plugins = folder;
        stopped = new StoppedPlugins(folder);
    }

    /** Takes the plug-ins of a project instead of those of the distribution, if it has a folder for some. */
    void workIn(Path project) {
        if (Files.isDirectory(project.resolve(PLUGINS))) {
            take(project.resolve(PLUGINS));
        }
    }

    Path home() {
        return home;
    }

    /** The folder of the plug-ins that it works with. */
    Path plugins() {
        return plugins;
    }

    /**
     * Whether this needs a container: scripts and the shell, which are Gogo's, and whatever finds a jar in
     * {@code plugins/}, since only Felix tells whether it fits, or has plug-ins come and go. One verb with the shipped
     * plug-ins does without.
     */
    boolean needsFelix(Arguments arguments) {
        return arguments.mode() != Arguments.Mode.VERB
                || arguments.words().get(0).equals(PLUGIN_VERB)
                || stopped.any()
                || mayHoldJars(plugins);
    }

    private static boolean mayHoldJars(Path folder) {
        try {
            return Files.exists(folder)
                    && list(folder).stream().anyMatch(file -> file.toString().endsWith(".jar"));
        } catch (IOException unreadable) {
            return true;
        }
    }

    /** What Felix and File Install are told. */
    Map<String, String> properties(Path cache, boolean debug) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("breadboard.home", home.toString());
        properties.put(Constants.FRAMEWORK_STORAGE, cache.toString());
        properties.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, Integer.toString(ALL_LEVELS));
        properties.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, "picocli;version=\"4.7.7\"");
        properties.put("felix.bootdelegation.implicit", "false");
        properties.put("felix.log.level", debug ? "2" : "0");
        properties.put("felix.cache.locking", "false");
        properties.put("breadboard.plugins", plugins.toString());
        properties.put("felix.fileinstall.dir", plugins.toString());
        properties.put("felix.fileinstall.filter", PluginHost.FILES);
        properties.put("felix.fileinstall.tmpdir", cache.resolve("fileinstall").toString());
        properties.put("felix.fileinstall.start.level", Integer.toString(PLUGIN_LEVEL));
        properties.put("felix.fileinstall.poll", Integer.toString(POLL_MS));
        // Plug-ins are there before the first command, and one that was removed while nothing ran is noticed.
        properties.put("felix.fileinstall.noInitialDelay", "true");
        properties.put("felix.fileinstall.disableNio2", "true");
        properties.put("felix.fileinstall.log.level", debug ? "2" : "0");
        return properties;
    }

    /**
     * Installs the shipped bundles by reference, each at the start level that its folder names; those of level 0 are
     * never started, and neither are plug-ins that the user has stopped.
     */
    void install(BundleContext context, boolean interactive) throws IOException, BundleException {
        for (Path folder : list(home.resolve("bundles"))) {
            int level = Integer.parseInt(folder.getFileName().toString());
            if (level >= INTERACTIVE_LEVEL && !interactive) {
                continue;
            }
            for (Path jar : list(folder)) {
                Bundle bundle = context.installBundle("reference:" + jar.toUri());
                if (level > 0) {
                    bundle.adapt(BundleStartLevel.class).setStartLevel(level);
                    if (!stopped.contains(bundle)) {
                        bundle.start();
                    }
                }
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}

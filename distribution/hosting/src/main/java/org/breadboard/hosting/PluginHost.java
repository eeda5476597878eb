// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.registry.PluginRegistry;
import org.osgi.framework.BundleContext;

/** The plug-ins of a Felix: those of its bundles, and those of a folder of jars. Any thread. */
public final class PluginHost {
    /** The names of the files in the folder that File Install must tell of. */
    public static final String FILES = ".*\\.jar|" + StoppedPlugins.NAME;

    /** Longer than a start that is given up takes, twice: a plug-in may come, and the one of before may come back. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final BundleContext context;
    private final Path folder;
    private final PluginRegistry registry;
    private final PluginLifecycle lifecycle;
    private final FolderLock lock;
    private final PluginFolder files;
    private final SettledFolder settled;

    /**
     * Opens a source of a registry, and has File Install tell of the folder's jars; both go with the bundle and the
     * registry.
     *
     * @param context the bundle's that hosts
     * @param folder as File Install names it; it need not exist
     */
    public PluginHost(BundleContext context, Path folder, PluginRegistry registry) {
        this.context = context;
        this.folder = folder;
        this.registry = registry;
        StoppedPlugins stopped = new StoppedPlugins(folder);
        Wiring wiring = new Wiring(context);
        lifecycle = new PluginLifecycle(context, registry, stopped, wiring, new PluginThreads());
        registry.open(new BundlePlugins(context, folder, lifecycle));
        lock = new FolderLock(folder, PATIENCE);
        files = new PluginFolder(context, folder, wiring, stopped, lifecycle, lock);
        settled = new SettledFolder(folder, System.currentTimeMillis());
        followQuietly(lifecycle::follow);
        context.registerService(ArtifactInstaller.class, files, null);
    }

    /** What the verb {@code plugin} does. */
    public PluginActions actions(PluginUsers users) {
        PluginBoard board = new PluginBoard(context, folder, registry, lifecycle);
        BundleFaults faults = new BundleFaults(context, lifecycle, registry, users);
        JarIntake intake = new JarIntake(context, folder, files, faults, board);
        return new BundleActions(files, lock, lifecycle, faults, board, intake, users);
    }

    /** Waits until what has come into the folder is there. */
    public void settle() {
        if (settled.await()) {
            lock.tryToTake().ifPresent(held -> {
                try (held) {
                    followQuietly(files::look);
                }
            });
        }
    }

    /** What does here what other processes have done. */
    private interface Following {
        void go() throws IOException, InterruptedException;
    }

    private static void followQuietly(Following following) {
        try {
            following.go();
        } catch (IOException | RefusedException left) {
            // Told by the verb that asks for it.
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}

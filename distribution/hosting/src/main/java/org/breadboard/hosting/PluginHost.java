package org.breadboard.hosting;

import java.nio.file.Path;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.breadboard.platform.registry.PluginRegistry;
import org.osgi.framework.BundleContext;

/** The plug-ins of a Felix: those of its bundles, and those of a folder of jars. Any thread. */
public final class PluginHost {
    private final BundleContext context;
    private final Path folder;
    private final PluginRegistry registry;
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
        BundlePlugins source = new BundlePlugins(context, folder, new StoppedPlugins(folder)::ids);
        registry.open(source);
        files = new PluginFolder(context, folder, source);
        settled = new SettledFolder(folder, System.currentTimeMillis());
        context.registerService(ArtifactInstaller.class, files, null);
    }

    /** What the verb {@code plugin} does. */
    public PluginActions actions(PluginUsers users) {
        return new BundleActions(context, folder, files, registry, users);
    }

    /** Waits until what has come into the folder is there. */
    public void settle() {
        settled.await();
    }
}

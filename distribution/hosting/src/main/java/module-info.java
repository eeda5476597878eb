/** Plug-ins in Felix: their folder, their bundles, and where each of them stands. */
module org.breadboard.hosting {
    requires transitive org.breadboard.api;
    requires org.breadboard.platform.base;
    requires transitive org.breadboard.platform.mixes;
    requires org.apache.felix.fileinstall;
    requires org.osgi.framework;
    requires org.osgi.util.tracker;

    exports org.breadboard.hosting;
}

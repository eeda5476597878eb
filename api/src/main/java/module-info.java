/** What plug-ins see of Breadboard. Needs the JDK only. */
module org.breadboard.api {
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports org.breadboard.api;

    uses org.breadboard.api.Plugin;
}

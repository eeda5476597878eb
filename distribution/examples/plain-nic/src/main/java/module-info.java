/** A plug-in for Breadboard. */
module com.example.plainnic {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports com.example.plainnic.backlog;

    provides org.breadboard.api.Plugin with
            com.example.plainnic.PlainNicPlugin;
}

/** A plug-in for Breadboard, and the package that protocols of others are built against. */
module com.example.cachingnic {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports com.example.cachingnic.cache;

    provides org.breadboard.api.Plugin with
            com.example.cachingnic.CachingNicPlugin;
}

/** A plug-in for Breadboard that uses a capability of another one. */
module com.example.cachefirst {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires com.example.cachingnic;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            com.example.cachefirst.CacheFirstPlugin;
}

/** DrTM+H, versions of it, and DrTM+R's use of one-sided verbs. */
module org.breadboard.proto.drtm {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.proto.drtm.DrtmPlugin;
}

/** A plug-in for Breadboard. */
module com.example.thinning {
    requires org.breadboard.api;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            com.example.thinning.ThinningPlugin;
}

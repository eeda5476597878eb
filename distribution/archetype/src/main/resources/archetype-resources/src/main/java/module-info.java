/** A plug-in for Breadboard. */
module ${package} {
    requires org.breadboard.api;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            ${package}.TransferPlugin;
}

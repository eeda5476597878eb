/** NOCC: optimistic concurrency control that a switch helps, and its program for switches. */
module org.breadboard.proto.nocc {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.proto.nocc.NoccPlugin;
}

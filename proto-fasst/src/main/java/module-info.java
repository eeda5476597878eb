/** FaSST: transactions over datagram RPCs. */
module org.breadboard.proto.fasst {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.proto.fasst.FasstPlugin;
}

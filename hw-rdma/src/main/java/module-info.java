/** RDMA NICs: verbs, transports, queue pairs, doorbells. */
module org.breadboard.hw.rdma {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.hw.rdma.RdmaPlugin;
}

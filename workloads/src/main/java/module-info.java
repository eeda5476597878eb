/** SmallBank, TATP, the object store, Retwis and TPC-C. */
module org.breadboard.workloads {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.workloads.WorkloadsPlugin;
}

/** SmallBank, TATP and the object store. */
module org.breadboard.workloads {
    requires org.breadboard.api;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.workloads.WorkloadsPlugin;
}

/** Snapshot isolation, a plug-in for Breadboard. */
module com.example.snapshot {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            com.example.snapshot.SnapshotPlugin;
}

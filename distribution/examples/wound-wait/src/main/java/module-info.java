/** Two-phase locking with wound-wait, a plug-in for Breadboard. */
module com.example.woundwait {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            com.example.woundwait.WoundWaitPlugin;
}

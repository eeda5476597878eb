/** Programmable switches with a match-action pipeline, and a plain Ethernet NIC. */
module org.breadboard.hw.p4switch {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.hw.p4switch.P4SwitchPlugin;
}

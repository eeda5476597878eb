/** What plug-ins of one kind share, built on {@code org.breadboard.api} alone. A plug-in may do without. */
module org.breadboard.kit {
    requires transitive org.breadboard.api;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports org.breadboard.kit.capture;
    exports org.breadboard.kit.durable;
    exports org.breadboard.kit.fault;
    exports org.breadboard.kit.hardware;
    exports org.breadboard.kit.nic;
    exports org.breadboard.kit.occ;
    exports org.breadboard.kit.recovery;
    exports org.breadboard.kit.rpc;
    exports org.breadboard.kit.table;
}

/** Virtual time, memory, fabric, faults, clusters and their clients. */
module org.breadboard.platform.core {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.check;
    requires transitive org.breadboard.platform.tenants;
    requires transitive org.hdrhistogram.HdrHistogram;

    exports org.breadboard.platform.cluster;
    exports org.breadboard.platform.fabric;
    exports org.breadboard.platform.load;
    exports org.breadboard.platform.measured;
    exports org.breadboard.platform.member;
    exports org.breadboard.platform.memory;
    exports org.breadboard.platform.mix;
    exports org.breadboard.platform.nemesis;
    exports org.breadboard.platform.partition;
    exports org.breadboard.platform.program;
    exports org.breadboard.platform.recovery;
    exports org.breadboard.platform.runtime;
    exports org.breadboard.platform.sim;

    uses org.breadboard.platform.member.EpochStores;
}

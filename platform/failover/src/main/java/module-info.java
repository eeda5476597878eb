/** Leases, configurations, what watches copies and crashes, and ZooKeeper. */
module org.breadboard.platform.failover {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.check;
    requires transitive org.breadboard.platform.core;
    requires org.agrona.core;
    requires org.apache.zookeeper;
    requires org.hdrhistogram.HdrHistogram;
    requires org.slf4j;

    exports org.breadboard.platform.configurations;
    exports org.breadboard.platform.watch;
    exports org.breadboard.platform.zookeeper;
}

/** Leases, configurations, and what watches copies and crashes. */
module org.breadboard.platform.failover {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.check;
    requires transitive org.breadboard.platform.core;
    requires org.hdrhistogram.HdrHistogram;

    exports org.breadboard.platform.configurations;
    exports org.breadboard.platform.watch;
}

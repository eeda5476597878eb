/** One run of a mix: warm-up, window, quiescence, verdict. */
module org.breadboard.platform.run {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.check;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.live;
    requires transitive org.breadboard.platform.failover;
    requires transitive org.breadboard.platform.tenants;
    requires org.hdrhistogram.HdrHistogram;

    exports org.breadboard.platform.run;
}

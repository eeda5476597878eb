/** Real threads: the engine on which a cluster runs in wall-clock time. */
module org.breadboard.platform.live {
    requires transitive org.breadboard.platform.core;
    requires com.lmax.disruptor;

    exports org.breadboard.platform.live;
}

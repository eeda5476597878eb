/** Histories, and the checker of their serializability. Of use without a cluster. */
module org.breadboard.platform.check {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires com.lmax.disruptor;

    exports org.breadboard.platform.history;
    exports org.breadboard.platform.history.checking;
    exports org.breadboard.platform.history.files;
    exports org.breadboard.platform.history.recording;
    exports org.breadboard.platform.history.verdict;
}

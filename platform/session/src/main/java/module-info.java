/** The live cluster of a process: start, watch, swap, stop. */
module org.breadboard.platform.session {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.check;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.live;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.run;
    requires transitive org.breadboard.platform.tenants;
    requires transitive org.breadboard.platform.verbs;
    requires java.management;
    requires jdk.httpserver;
    requires org.hdrhistogram.HdrHistogram;

    exports org.breadboard.platform.session;

    opens org.breadboard.platform.session to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.session.LiveVerb;
}

/** What a user does, one method for each verb, and the instruments behind them. */
module org.breadboard.platform.verbs {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.check;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.run;
    requires transitive org.breadboard.platform.tenants;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires java.management;
    requires org.hdrhistogram.HdrHistogram;

    exports org.breadboard.platform;
    exports org.breadboard.platform.calibrate;
    exports org.breadboard.platform.campaign;
    exports org.breadboard.platform.compare;
    exports org.breadboard.platform.reproduce;
    exports org.breadboard.platform.session;
    exports org.breadboard.platform.tracing;
    exports org.breadboard.platform.whatif;
}

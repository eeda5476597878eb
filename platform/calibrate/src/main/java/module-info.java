/** Data sheets made of what somebody measured. */
module org.breadboard.platform.calibrate {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.run;
    requires transitive org.breadboard.platform.verbs;

    exports org.breadboard.platform.calibrate;

    opens org.breadboard.platform.calibrate to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.calibrate.CalibrateVerb;
}

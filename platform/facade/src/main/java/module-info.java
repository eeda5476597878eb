/** The platform as the shell sees it, one method for each verb. */
module org.breadboard.platform.facade {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.bench;
    requires transitive org.breadboard.platform.calibrate;
    requires transitive org.breadboard.platform.campaign;
    requires transitive org.breadboard.platform.compare;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.describe;
    requires transitive org.breadboard.platform.looking;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.session;
    requires transitive org.breadboard.platform.studies;
    requires transitive org.breadboard.platform.verbs;

    exports org.breadboard.platform;
}

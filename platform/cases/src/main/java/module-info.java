/** Small runs drawn from seeds, and made smaller where they fail. */
module org.breadboard.platform.cases {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.run;
    requires transitive org.breadboard.platform.verbs;
    requires com.fasterxml.jackson.databind;

    exports org.breadboard.platform.cases;
}

/** How much results, mixes or studies differ, and what faster parts would buy. */
module org.breadboard.platform.compare {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.verbs;
    requires transitive org.breadboard.platform.studies;
    requires com.fasterxml.jackson.databind;

    exports org.breadboard.platform.compare;
    exports org.breadboard.platform.whatif;

    opens org.breadboard.platform.compare to
            info.picocli;
    opens org.breadboard.platform.whatif to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.compare.CompareVerb,
            org.breadboard.platform.whatif.WhatIfVerb;
}

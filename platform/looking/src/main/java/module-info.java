/** A run looked at closely: one transaction drawn, a part of it as a trace. */
module org.breadboard.platform.looking {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.check;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.run;
    requires transitive org.breadboard.platform.tenants;
    requires transitive org.breadboard.platform.verbs;
    requires com.fasterxml.jackson.core;

    exports org.breadboard.platform.explain;
    exports org.breadboard.platform.tracing;

    opens org.breadboard.platform.explain to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.explain.ExplainVerb;
}

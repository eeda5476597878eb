/**
 * What all verbs share: the scope of one, a mix from its name to a kept, printed and judged result, a second verdict.
 */
module org.breadboard.platform.verbs {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.run;
    requires transitive info.picocli;
    requires com.fasterxml.jackson.databind;
    requires org.hdrhistogram.HdrHistogram;

    exports org.breadboard.platform.verbs;

    opens org.breadboard.platform.verbs to
            info.picocli;

    uses org.breadboard.platform.verbs.Verb;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.verbs.HelpVerb;
}

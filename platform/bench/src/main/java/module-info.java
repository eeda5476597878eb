/** The benchmarks of the core, and whole commands timed. */
module org.breadboard.platform.bench {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.verbs;
    requires com.fasterxml.jackson.databind;

    exports org.breadboard.platform.bench;

    opens org.breadboard.platform.bench to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.bench.BenchVerb;
}

/** The benchmarks of the core, and whole commands timed. */
module org.breadboard.bench {
    requires org.breadboard.api;
    requires org.breadboard.platform.base;
    requires org.breadboard.platform.results;
    requires org.breadboard.platform.verbs;
    requires com.fasterxml.jackson.databind;

    opens org.breadboard.bench to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.bench.BenchVerb;
}

/** Micro-benchmarks of hardware, by its capabilities. */
module org.breadboard.microbenchmarks {
    requires org.breadboard.api;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            org.breadboard.microbenchmarks.MicroBenchmarksPlugin;
}

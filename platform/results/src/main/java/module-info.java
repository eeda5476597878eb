/** What is kept of runs, the pages that show it, and the catalogue of what ships. */
module org.breadboard.platform.results {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.run;
    requires com.fasterxml.jackson.core;
    requires transitive com.fasterxml.jackson.databind;
    requires org.apache.commons.statistics.distribution;
    requires org.hdrhistogram.HdrHistogram;

    exports org.breadboard.platform.catalogue;
    exports org.breadboard.platform.chart;
    exports org.breadboard.platform.estimate;
    exports org.breadboard.platform.page;
    exports org.breadboard.platform.result;
}

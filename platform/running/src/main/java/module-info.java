/**
 * The verbs {@code run}, {@code verify} and {@code report}: a mix from its name to a kept and judged result, a second
 * verdict, and a result's plots and tables as files.
 */
module org.breadboard.platform.running {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.check;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.looking;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.run;
    requires transitive org.breadboard.platform.verbs;
    requires com.fasterxml.jackson.databind;
    requires org.hdrhistogram.HdrHistogram;

    exports org.breadboard.platform.report;
    exports org.breadboard.platform.running;

    opens org.breadboard.platform.report to
            info.picocli;
    opens org.breadboard.platform.running to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.running.ResultsVerb,
            org.breadboard.platform.report.ReportVerb,
            org.breadboard.platform.running.RunVerb,
            org.breadboard.platform.running.VerifyVerb;
}

/** What a plug-in author tests with. */
module org.breadboard.testkit {
    requires transitive org.breadboard.api;
    requires transitive org.junit.jupiter.api;
    requires org.hdrhistogram.HdrHistogram;
    requires jdk.management;
    requires org.breadboard.platform.cases;
    requires org.breadboard.platform.mixes;
    requires org.breadboard.platform.run;
    requires transitive org.breadboard.platform.verbs;
    requires org.yaml.snakeyaml;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports org.breadboard.testkit;
    exports org.breadboard.testkit.verbs;

    uses org.breadboard.api.Plugin;
}

/** The small core of Breadboard. */
@SuppressWarnings("module") // the testkit, which is built later, runs mixes without the facade
module org.breadboard.platform {
    requires transitive org.breadboard.api;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.lmax.disruptor;
    requires hipparchus.core;
    requires java.management;
    requires org.agrona.core;
    requires org.apache.commons.configuration2;
    requires org.apache.zookeeper;
    requires org.hdrhistogram.HdrHistogram;
    requires org.slf4j;
    requires org.yaml.snakeyaml;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports org.breadboard.platform;
    exports org.breadboard.platform.calibrate;
    exports org.breadboard.platform.campaign;
    exports org.breadboard.platform.catalogue;
    exports org.breadboard.platform.compare;
    exports org.breadboard.platform.console;
    exports org.breadboard.platform.files;
    exports org.breadboard.platform.registry;
    exports org.breadboard.platform.tracing;
    exports org.breadboard.platform.reproduce;
    exports org.breadboard.platform.whatif;
    exports org.breadboard.platform.cluster to
            org.breadboard.testkit;
    exports org.breadboard.platform.fabric to
            org.breadboard.testkit;
    exports org.breadboard.platform.history.verdict to
            org.breadboard.testkit;
    exports org.breadboard.platform.live to
            org.breadboard.testkit;
    exports org.breadboard.platform.load to
            org.breadboard.testkit;
    exports org.breadboard.platform.measured to
            org.breadboard.testkit;
    exports org.breadboard.platform.memory to
            org.breadboard.testkit;
    exports org.breadboard.platform.mix to
            org.breadboard.testkit;
    exports org.breadboard.platform.mix.parts to
            org.breadboard.testkit;
    exports org.breadboard.platform.mix.resolve to
            org.breadboard.testkit;
    exports org.breadboard.platform.nemesis to
            org.breadboard.testkit;
    exports org.breadboard.platform.protocol to
            org.breadboard.testkit;
    exports org.breadboard.platform.run to
            org.breadboard.testkit;
    exports org.breadboard.platform.runtime to
            org.breadboard.testkit;
    exports org.breadboard.platform.sim to
            org.breadboard.testkit;
    exports org.breadboard.platform.workload to
            org.breadboard.testkit;

    uses org.breadboard.api.Plugin;
}

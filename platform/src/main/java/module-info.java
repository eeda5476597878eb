/** The small core of Breadboard. */
module org.breadboard.platform {
    requires transitive org.breadboard.api;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.lmax.disruptor;
    requires HdrHistogram;
    requires org.agrona.core;
    requires org.apache.commons.configuration2;
    requires org.slf4j;
    requires org.yaml.snakeyaml;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;

    exports org.breadboard.platform;
    exports org.breadboard.platform.catalogue;
    exports org.breadboard.platform.registry;

    uses org.breadboard.api.Plugin;
}

/** Console, files, YAML and projects: what everything else stands on. */
module org.breadboard.platform.base {
    requires transitive org.breadboard.api;
    requires com.fasterxml.jackson.core;
    requires org.yaml.snakeyaml;

    exports org.breadboard.platform.console;
    exports org.breadboard.platform.files;
    exports org.breadboard.platform.project;
    exports org.breadboard.platform.yaml;
}

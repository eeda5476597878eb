/** Plug-ins, and how a mix goes from files to parts that fit. */
module org.breadboard.platform.mixes {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.check;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.tenants;
    requires org.apache.commons.configuration2;
    requires org.objectweb.asm;

    exports org.breadboard.platform.combine;
    exports org.breadboard.platform.mix.parts;
    exports org.breadboard.platform.mix.resolve;
    exports org.breadboard.platform.reach;
    exports org.breadboard.platform.registry;

    uses org.breadboard.api.Plugin;
}

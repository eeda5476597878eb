/** What a thing needs, offers and promises, and mixes to start from. */
module org.breadboard.platform.describe {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.campaign;
    requires transitive org.breadboard.platform.studies;
    requires transitive org.breadboard.platform.verbs;

    exports org.breadboard.platform.describe;

    opens org.breadboard.platform.describe.verb to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.describe.verb.DescribeVerb,
            org.breadboard.platform.describe.verb.ListVerb,
            org.breadboard.platform.describe.verb.MixVerb;
}

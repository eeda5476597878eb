/** Many small runs drawn from seeds, and which parts go together. */
module org.breadboard.platform.campaign {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires org.breadboard.platform.cases;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.run;
    requires transitive org.breadboard.platform.verbs;
    requires com.fasterxml.jackson.databind;

    exports org.breadboard.platform.campaign;
    exports org.breadboard.platform.combinations;

    opens org.breadboard.platform.campaign to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.campaign.CampaignVerb;
}

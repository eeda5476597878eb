/**
 * Sweeps over mixes with claims about them, in processes of their own or on Slurm, the page of fidelity, and projects
 * packed for others to judge.
 */
module org.breadboard.platform.studies {
    requires transitive org.breadboard.api;
    requires transitive org.breadboard.platform.base;
    requires transitive org.breadboard.platform.core;
    requires transitive org.breadboard.platform.mixes;
    requires transitive org.breadboard.platform.results;
    requires transitive org.breadboard.platform.run;
    requires transitive org.breadboard.platform.verbs;
    requires com.fasterxml.jackson.databind;
    requires java.management;

    exports org.breadboard.platform.pack;
    exports org.breadboard.platform.pack.form;
    exports org.breadboard.platform.reproduce;
    exports org.breadboard.platform.studies;
    exports org.breadboard.platform.study;
    exports org.breadboard.platform.study.claim;
    exports org.breadboard.platform.study.outcome;
    exports org.breadboard.platform.study.run;

    opens org.breadboard.platform.pack to
            info.picocli;
    opens org.breadboard.platform.reproduce to
            info.picocli;
    opens org.breadboard.platform.studies to
            info.picocli;

    provides org.breadboard.platform.verbs.Verb with
            org.breadboard.platform.pack.ProjectVerb,
            org.breadboard.platform.reproduce.ReproduceVerb,
            org.breadboard.platform.studies.StudyVerb;
}

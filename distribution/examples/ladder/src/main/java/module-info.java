/** A plug-in for Breadboard. */
module com.example.ladder {
    requires org.breadboard.api;
    requires org.breadboard.platform.verbs;
    requires static biz.aQute.bnd.annotation;

    opens com.example.ladder to
            info.picocli;

    provides org.breadboard.api.Plugin with
            com.example.ladder.LadderPlugin;
}

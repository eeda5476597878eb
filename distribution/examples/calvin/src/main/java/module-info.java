/** Calvin, a plug-in for Breadboard. */
module com.example.calvin {
    requires org.breadboard.api;
    requires org.breadboard.kit;
    requires static biz.aQute.bnd.annotation;

    provides org.breadboard.api.Plugin with
            com.example.calvin.CalvinPlugin;
}

/** What a plug-in author tests with. */
module org.breadboard.testkit {
    requires transitive org.breadboard.api;
    requires org.breadboard.platform;
    requires static org.osgi.annotation.bundle;
    requires static org.osgi.annotation.versioning;
}

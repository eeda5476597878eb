/** The commands of the console shell. */
module org.breadboard.shell {
    requires org.breadboard.platform;
    requires static org.osgi.annotation.bundle;
    requires org.osgi.framework;
}

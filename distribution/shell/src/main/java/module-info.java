/** The commands of the console shell. */
module org.breadboard.shell {
    requires org.breadboard.hosting;
    requires org.breadboard.platform.verbs;
    requires info.picocli;
    requires org.apache.felix.gogo.runtime;
    requires org.jline;
    requires static org.osgi.annotation.bundle;
    requires org.osgi.framework;

    opens org.breadboard.shell.manual to
            info.picocli;
    opens org.breadboard.shell.verb to
            info.picocli;
}

package org.breadboard.api;

/**
 * What a plug-in offers to Breadboard: the one type that the platform looks for, as an OSGi service, on the module path and on the
 * class path. It needs a public constructor without parameters; the platform calls it, and every method, on one thread at a time.
 */
public interface Plugin {

    /**
     * The name by which mixes and users speak of this plug-in.
     *
     * @return lower-case letters, digits and dashes, unique among the installed plug-ins, never null
     */
    String id();

    /**
     * What this plug-in is, in one line for people.
     *
     * @return one sentence without a final full stop, never null
     */
    String description();
}

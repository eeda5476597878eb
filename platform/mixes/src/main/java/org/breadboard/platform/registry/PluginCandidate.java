// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.breadboard.api.Plugin;
import org.breadboard.platform.link.LinkCheck;

/** A plug-in that a source has found and nobody has looked into yet. Compared by identity. */
public final class PluginCandidate {
    private final String origin;
    private final String version;
    private final Optional<Path> jar;
    private final Optional<ClassLoader> builtElsewhere;
    private final Callable<Plugin> construct;

    /**
     * Describes what was found and was built with this Breadboard.
     *
     * @param origin where it comes from, as people say it
     * @param version its version, or {@code ""} where it has none
     * @param jar the file it came from, where there is one
     * @param construct constructs the plug-in; called once, on a thread of its own, since it may throw or never return
     */
    public PluginCandidate(String origin, String version, Optional<Path> jar, Callable<Plugin> construct) {
        this(origin, version, jar, Optional.empty(), construct);
    }

    /**
     * Describes what was found.
     *
     * @param origin where it comes from, as people say it
     * @param version its version, or {@code ""} where it has none
     * @param jar the file it came from, where there is one
     * @param builtElsewhere the loader of its classes, if somebody else's build made its jar: then it may be for
     *     another Breadboard
     * @param construct constructs the plug-in; called once, on a thread of its own, since it may throw or never return
     */
    public PluginCandidate(
            String origin,
            String version,
            Optional<Path> jar,
            Optional<ClassLoader> builtElsewhere,
            Callable<Plugin> construct) {
        this.origin = origin;
        this.version = version;
        this.jar = jar;
        this.builtElsewhere = builtElsewhere;
        this.construct = construct;
    }

    /** Where it comes from, as people say it. */
    public String origin() {
        return origin;
    }

    /** Its version, or {@code ""}. */
    public String version() {
        return version;
    }

    /** The file it came from, where there is one. */
    public Optional<Path> jar() {
        return jar;
    }

    /** Why its classes do not fit this Breadboard, as the end of a sentence; nothing if they do. */
    Optional<String> misfit() throws IOException {
        return jar.isPresent() && builtElsewhere.isPresent()
                ? LinkCheck.misfit(jar.get(), builtElsewhere.get())
                : Optional.empty();
    }

    Plugin construct() throws Exception {
        return construct.call();
    }
}

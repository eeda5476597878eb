// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.breadboard.api.Plugin;

/** A plug-in that a source has found and nobody has looked into yet. Compared by identity. */
public final class PluginCandidate {
    private final String origin;
    private final String version;
    private final Optional<Path> jar;
    private final Callable<Plugin> construct;

    /**
     * Describes what was found.
     *
     * @param origin where it comes from, as people say it
     * @param version its version, or {@code ""} where it has none
     * @param jar the file it came from, where there is one
     * @param construct constructs the plug-in; called once, on a thread of its own, since it may throw or never return
     */
    public PluginCandidate(String origin, String version, Optional<Path> jar, Callable<Plugin> construct) {
        this.origin = origin;
        this.version = version;
        this.jar = jar;
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

    Plugin construct() throws Exception {
        return construct.call();
    }
}

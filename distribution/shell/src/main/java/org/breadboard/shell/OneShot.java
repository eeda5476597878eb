// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell;

import java.nio.file.Path;
import java.util.Map;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.shell.manual.ProgramModel;

/** One verb in a process without Felix, with the plug-ins of the class path. */
public final class OneShot {
    private OneShot() {}

    /** The page of {@code man} about a version. */
    public static String manPage(Path home, String version) {
        try (PluginRegistry registry = ShellVerbs.registry()) {
            return new ProgramModel(ShellVerbs.board(home, registry, null)).manPage(version);
        }
    }

    /**
     * Runs it on the calling thread.
     *
     * @param home the distribution's folder
     * @param call what {@link Entry} takes, in mode {@code verb}
     * @return the exit code
     */
    public static int run(Path home, Map<String, Object> call) {
        try (PluginRegistry registry = ShellVerbs.registry()) {
            registry.open(new ServiceLoaderSource(OneShot.class.getClassLoader()));
            Entry entry = new Entry(
                    ShellVerbs.board(home, registry, null),
                    () -> {
                        throw new IllegalStateException("scripts need Felix");
                    },
                    () -> {});
            return entry.apply(call);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.platform.registry.InstalledPlugin;

/**
 * The class path of a point's JVM: the distribution's bundles as plain jars, with exactly the plug-ins that the study
 * began with. Where there is no distribution, the class path of this JVM comes first.
 */
final class ClassPath {
    private static final String SERVICE = "META-INF/services/" + Plugin.class.getName();

    private ClassPath() {}

    static String of(Path home, List<InstalledPlugin> plugins) throws IOException {
        Set<String> jars = new LinkedHashSet<>();
        Path bundles = home.resolve("bundles");
        if (Files.isDirectory(bundles)) {
            addCore(bundles, jars);
        } else {
            jars.addAll(List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
        }
        for (InstalledPlugin plugin : plugins) {
            if (plugin.jar().isPresent()) {
                jars.add(plugin.jar().get().toRealPath().toString());
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private static void addCore(Path bundles, Set<String> jars) throws IOException {
        try (Stream<Path> files = Files.walk(bundles)) {
            List<Path> sorted = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
            for (Path jar : sorted) {
                if (!bringsPlugins(jar)) {
                    jars.add(jar.toRealPath().toString());
                }
            }
        }
    }

    private static boolean bringsPlugins(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            return file.getEntry(SERVICE) != null;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.link;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;

/**
 * What a plug-in's jar has.
 *
 * @param shapes of its classes, by name
 * @param references of its classes, by name
 * @param imports the clauses of its manifest's imports, by package
 */
record PluginClasses(
        Map<String, ClassShape> shapes, Map<String, List<Reference>> references, Map<String, String> imports) {
    /** A package and what is said of it; commas in quotes part nothing. */
    private static final Pattern CLAUSE = Pattern.compile("([^,;\"\\s]+)((?:[^,\"]|\"[^\"]*\")*)");

    private static final Pattern VERSION = Pattern.compile(";\\s*version=\"?([^\";]+)");

    /**
     * Reads a jar's class files, those that this Java would take.
     *
     * @param loader of the plug-in
     */
    static PluginClasses of(Path jar, ClassLoader loader) throws IOException {
        PluginClasses classes = new PluginClasses(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        try (JarFile file = new JarFile(jar.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            for (Iterator<JarEntry> entries = file.versionedStream().iterator(); entries.hasNext(); ) {
                JarEntry entry = entries.next();
                if (entry.getName().endsWith(".class") && !entry.getName().endsWith("-info.class")) {
                    try (InputStream bytes = file.getInputStream(entry)) {
                        classes.add(bytes.readAllBytes(), loader);
                    }
                }
            }
            Manifest manifest = file.getManifest();
            String imported =
                    manifest == null ? null : manifest.getMainAttributes().getValue("Import-Package");
            Matcher clauses = CLAUSE.matcher(imported == null ? "" : imported);
            while (clauses.find()) {
                classes.imports.put(clauses.group(1), clauses.group(2));
            }
        }
        return classes;
    }

    /** One that cannot be read is passed over: whoever loads it will say more of it. */
    private void add(byte[] bytes, ClassLoader loader) {
        try {
            ClassReader file = new ClassReader(bytes);
            shapes.put(file.getClassName(), ClassShape.of(file, true, loader));
            references.put(file.getClassName(), Reference.of(file));
        } catch (IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            // See above.
        }
    }

    /** The versions of a package that it was built for. */
    Optional<String> range(String packageName) {
        Matcher version = VERSION.matcher(imports.getOrDefault(packageName, ""));
        return version.find() ? Optional.of(version.group(1)) : Optional.empty();
    }

    /** Whether it says that it does without a package. */
    boolean isOptional(String packageName) {
        return imports.getOrDefault(packageName, "").contains("resolution:=optional");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever compiles a plug-in against the archive's Maven repository finds sources and Javadoc there, offline. */
class RepositoryIT {
    private static final Path REPOSITORY = Assembled.HOME.resolve("maven/org/breadboard");

    @ParameterizedTest
    @CsvSource({"breadboard-api, api/api", "breadboard-kit, api/kit", "breadboard-testkit, distribution/testkit"})
    void shouldHaveTheSourceOfEachClass(String artifact, String module) throws IOException {
        Path root = Path.of("../..", module, "src/main/java");
        try (JarFile sources = jar(artifact, "-sources");
                Stream<Path> files = Files.walk(root)) {
            List<String> different = new ArrayList<>();
            List<Path> written =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            for (Path file : written) {
                String name = root.relativize(file).toString();
                if (!Files.readString(file).equals(text(sources, name))) {
                    different.add(name);
                }
            }
            assertTrue(written.size() > 20, written.size() + " files in " + root);
            assertEquals(List.of(), different, "not in " + sources.getName() + " as they are in " + root);
        }
    }

    @ParameterizedTest
    @CsvSource({"breadboard-api", "breadboard-kit", "breadboard-testkit"})
    void shouldHaveAPageOfJavadocOfEachClassThatPluginsSee(String artifact) throws Exception {
        try (JarFile classes = jar(artifact, "");
                JarFile javadoc = jar(artifact, "-javadoc")) {
            ModuleDescriptor module = ModuleFinder.of(Path.of(classes.getName()))
                    .findAll()
                    .iterator()
                    .next()
                    .descriptor();
            List<String> missing = new ArrayList<>();
            int pages = 0;
            for (String type : types(classes, module)) {
                String page = module.name() + "/" + type.replace('.', '/') + ".html";
                String text = text(javadoc, page);
                if (!text.contains(type.substring(type.lastIndexOf('.') + 1))) {
                    missing.add(page);
                }
                // What changes with each build would make each build another one.
                assertTrue(!text.contains("dc.created"), page + " says when it was made");
                pages++;
            }
            assertTrue(pages > 15, pages + " pages in " + javadoc.getName());
            assertEquals(List.of(), missing, "not in " + javadoc.getName());
        }
    }

    /** The public types, none of them inside another, of packages that a module exports to everybody. */
    private static List<String> types(JarFile classes, ModuleDescriptor module) throws ClassNotFoundException {
        List<String> exported = module.exports().stream()
                .filter(each -> !each.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .toList();
        List<String> types = new ArrayList<>();
        for (String entry : classes.stream().map(ZipEntry::getName).sorted().toList()) {
            if (entry.matches("org/[a-z/]+/[A-Z]\\w*\\.class")) {
                String type =
                        entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
                boolean isOffered = exported.contains(type.substring(0, type.lastIndexOf('.')));
                if (isOffered && Modifier.isPublic(Class.forName(type).getModifiers())) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    private static JarFile jar(String artifact, String classifier) throws IOException {
        try (Stream<Path> versions = Files.list(REPOSITORY.resolve(artifact))) {
            Path version = versions.filter(Files::isDirectory).findFirst().orElseThrow();
            String name = artifact + "-" + version.getFileName() + classifier + ".jar";
            return new JarFile(version.resolve(name).toFile());
        }
    }

    /** An entry as text; empty if there is none. */
    private static String text(JarFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        return entry == null ? "" : new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }
}

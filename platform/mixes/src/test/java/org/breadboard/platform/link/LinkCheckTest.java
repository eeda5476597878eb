// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plug-ins that were compiled against an api that is not quite this one. */
class LinkCheckTest {
    private static final String IMPORTS =
            "org.other;version=\"[1,2)\",org.breadboard.api;version=\"[0.1,1)\",org.breadboard.api.runtime;version=\"[0.0,1)\"";

    /** What is said of both versions of package api, and of nothing else. */
    private static final String VERSIONS = "; it was built against org.breadboard.api [0.1,1), and this Breadboard has"
            + " version 0.1.0; rebuild it against this Breadboard's api";

    private static final String REFUSED_OF_BEFORE = """
            package org.breadboard.api;
            public class RefusedException extends RuntimeException {
                public static final int FORMERLY = Integer.parseInt("1");
                public RefusedException(String why) {}
                public RefusedException(String why, int severity) {}
                public String formerly(int[] times, Plugin by) { return null; }
            }
            """;

    @TempDir
    private Path temp;

    @Test
    void shouldTakeWhatFits() throws IOException {
        assertEquals(Optional.empty(), misfit("""
                        package mine;
                        import org.breadboard.api.*;
                        import java.util.function.Function;
                        public class Mine extends IllegalStateException implements Plugin {
                            enum Colour { RED, GREEN }
                            record Pair(int one, Plugin other) {}
                            abstract static class Half implements Plugin {}
                            public Mine() { super("no", new RefusedException("why")); }
                            @Override public String id() { return getMessage() + Colour.valueOf("RED").ordinal(); }
                            @Override public String description() { return new Pair(1, this).toString() + protocols(); }
                            String all(Plugin[] them, Plugin one) {
                                Function<Plugin, Object> f = Plugin::protocols;
                                Function<String, RefusedException> g = RefusedException::new;
                                switch (Colour.GREEN) { case RED -> { return ""; } default -> {} }
                                return "" + them.clone() + one.hashCode() + one.getClass() + f.apply(one) + g.apply("").getMessage();
                            }
                        }
                        """));
    }

    @Test
    void shouldNameAMethodThatIsGone() throws IOException {
        String gone = " calls org.breadboard.api.RefusedException.formerly(int[], Plugin): String, which is not there";
        assertEquals(
                Optional.of("its class mine.Mine" + gone + VERSIONS),
                misfit(
                        "package mine; class Mine { String of(org.breadboard.api.RefusedException e) {"
                                + " return e.formerly(null, null); } }",
                        REFUSED_OF_BEFORE));
        assertEquals(
                Optional.of("its class mine.Mine.Inner" + gone + VERSIONS),
                misfit(
                        "package mine; class Mine { static class Inner extends org.breadboard.api.RefusedException {"
                                + " Inner() { super(\"\"); } String of() { return formerly(null, null); } } }",
                        REFUSED_OF_BEFORE));
        assertEquals(
                Optional.of("its class mine.Mine" + gone + VERSIONS),
                misfit(
                        "package mine; class Mine { java.util.function.BiFunction<int[], org.breadboard.api.Plugin, String>"
                                + " of(org.breadboard.api.RefusedException e) { return e::formerly; } }",
                        REFUSED_OF_BEFORE));
    }

    @Test
    void shouldNameAConstructorAndWhatThereIsInItsPlace() throws IOException {
        assertEquals(
                Optional.of("its class mine.Mine calls new org.breadboard.api.RefusedException(String, int), which is"
                        + " new(String) here" + VERSIONS),
                misfit(
                        "package mine; class Mine { Object of() { return new org.breadboard.api.RefusedException(\"\", 1); } }",
                        REFUSED_OF_BEFORE));
    }

    @Test
    void shouldNameAFieldAndAClassThatAreGone() throws IOException {
        assertEquals(
                Optional.of(
                        "its class mine.Mine uses int org.breadboard.api.RefusedException.FORMERLY, which is not there"
                                + VERSIONS),
                misfit(
                        "package mine; class Mine { int of() { return org.breadboard.api.RefusedException.FORMERLY; } }",
                        REFUSED_OF_BEFORE));
        assertEquals(
                Optional.of(
                        "its class mine.Mine uses the class org.breadboard.api.Gone, which is not there" + VERSIONS),
                misfit(
                        "package mine; class Mine { boolean of(Object o) { return o instanceof org.breadboard.api.Gone[]; } }",
                        "package org.breadboard.api; public class Gone {}"));
        Optional<String> elsewhere = misfit(
                "package mine; class Mine { Object of() { return new org.breadboard.api.elsewhere.Gone(); } }",
                "package org.breadboard.api.elsewhere; public class Gone {}");
        assertTrue(
                elsewhere
                        .orElseThrow()
                        .endsWith("it was built against an unknown version of org.breadboard.api.elsewhere,"
                                + " and this Breadboard has no such package; rebuild it against this Breadboard's api"),
                elsewhere::get);
    }

    @Test
    void shouldNameAMethodThatItDoesNotImplement() throws IOException {
        assertEquals(
                Optional.of("its class mine.Mine does not implement org.breadboard.api.Plugin.description(): String"
                        + VERSIONS),
                misfit(
                        "package mine; class Mine implements org.breadboard.api.Plugin { public String id() { return null; } }",
                        "package org.breadboard.api; public interface Plugin { String id(); }"));
    }

    @Test
    void shouldPassOverWhatIsNotBreadboards() throws IOException {
        assertEquals(
                Optional.empty(),
                misfit(
                        "package mine; class Mine extends other.Theirs { Object of() { return gone() + other.Theirs.GONE; } }",
                        "package other; public class Theirs { public static Object GONE; public String gone() { return null; } }"));
    }

    /** Of the plug-in {@code source}, which was compiled with those types that are not in its jar. */
    private Optional<String> misfit(String source, String... before) throws IOException {
        Path classes = Files.createTempDirectory(temp, "classes");
        List<JavaFileObject> sources = new ArrayList<>();
        sources.add(file("mine/Mine", source));
        for (String each : before) {
            String type = each.replaceAll("(?s).*?(class|interface) (\\w+).*", "$2");
            String folder = each.replaceAll("(?s)package ([\\w.]+);.*", "$1").replace('.', '/');
            sources.add(file(folder + '/' + type, each));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        boolean compiled = compiler.getTask(
                        said, null, null, List.of("-proc:none", "-d", classes.toString()), null, sources)
                .call();
        assertTrue(compiled, said::toString);
        Path jar = Files.createTempFile(temp, "mine", ".jar");
        try (OutputStream bytes = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(bytes, manifest());
                Stream<Path> files = Files.list(classes.resolve("mine"))) {
            for (Path file : files.toList()) {
                entries.putNextEntry(new JarEntry("mine/" + file.getFileName()));
                Files.copy(file, entries);
            }
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, getClass().getClassLoader())) {
            return LinkCheck.misfit(jar, loader);
        }
    }

    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Import-Package", IMPORTS);
        return manifest;
    }

    private static JavaFileObject file(String name, String source) {
        return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.Assert.assertEquals;
import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.systemPackage;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.breadboard.hosting.PluginHost;
import org.ops4j.pax.exam.Option;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/** The assembled distribution in Pax Exam's Felix, started as the launcher does, and its shell. */
final class InFelix {
    /** Of each JVM that tests: what one drops into its plug-ins, no other sees. */
    private static final Path OWN =
            Path.of("target", "felix-" + ProcessHandle.current().pid()).toAbsolutePath();

    private static final Path HOME = OWN.resolve("breadboard");
    static final Path PLUGINS = HOME.resolve("plugins");
    static final Path NO_WAIT = Path.of("..", "examples", "no-wait", "target", "no-wait-1.0.0.jar");

    private InFelix() {}

    /** Everything in the distribution's folders of bundles, each at its start level. */
    static Option[] distribution() throws IOException {
        if (!Files.exists(HOME)) {
            copy(Path.of("target", "breadboard"), HOME);
        }
        List<Option> options = new ArrayList<>();
        options.add(junitBundles());
        options.add(
                systemProperty("org.ops4j.pax.logging.DefaultServiceLog.level").value("WARN"));
        options.add(systemPackage("picocli;version=\"4.7.7\""));
        options.add(frameworkProperty("breadboard.home").value(HOME.toString()));
        options.add(systemProperty("breadboard.results")
                .value(OWN.resolve("results").toString()));
        options.add(frameworkProperty("felix.fileinstall.dir").value(PLUGINS.toString()));
        options.add(frameworkProperty("felix.fileinstall.filter").value(PluginHost.FILES));
        options.add(frameworkProperty("felix.fileinstall.tmpdir")
                .value(OWN.resolve("fileinstall").toString()));
        options.add(frameworkProperty("felix.fileinstall.poll").value("100"));
        options.add(frameworkProperty("felix.fileinstall.noInitialDelay").value("true"));
        options.add(frameworkProperty("felix.fileinstall.disableNio2").value("true"));
        options.add(frameworkProperty("felix.fileinstall.log.level").value("0"));
        for (String level : List.of("00", "10", "20", "30", "40", "90")) {
            try (Stream<Path> jars = Files.list(HOME.resolve("bundles").resolve(level))) {
                for (Path jar : jars.sorted().toList()) {
                    boolean start = !level.equals("00");
                    options.add(bundle("file:" + jar).start(start).noUpdate());
                }
            }
        }
        return options.toArray(new Option[0]);
    }

    /** All but what is in its {@code plugins}, where another JVM may just have dropped something. */
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder)));
                return folder.equals(from.resolve("plugins")) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** What a call of the shell came to. */
    record Outcome(int status, String out, String err) {}

    /** Calls the shell as the launcher does. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // the service's type is told by its property
    static Outcome shell(BundleContext context, String mode, String... words) throws Exception {
        Collection<ServiceReference<Function>> found =
                context.getServiceReferences(Function.class, "(breadboard.entry=true)");
        assertEquals(1, found.size());
        Function<Map<String, Object>, Integer> entry =
                context.getService(found.iterator().next());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        Consumer<Runnable> ignored = stop -> {};
        int status = entry.apply(Map.of(
                "mode",
                mode,
                "arguments",
                List.of(words),
                "in",
                InputStream.nullInputStream(),
                "out",
                new PrintStream(out, true, StandardCharsets.UTF_8),
                "err",
                new PrintStream(complaints, true, StandardCharsets.UTF_8),
                "terminals",
                Set.of(),
                "debug",
                false,
                "onInterrupt",
                ignored));
        return new Outcome(status, out.toString(StandardCharsets.UTF_8), complaints.toString(StandardCharsets.UTF_8));
    }
}

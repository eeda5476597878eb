package org.breadboard.assembly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.systemPackage;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

/** The bundles of the assembled distribution inside Felix, as the launcher starts them but for File Install. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class FelixIT {
    private static final Path HOME = Path.of("target", "breadboard").toAbsolutePath();

    @Inject
    private BundleContext context;

    /** Everything in the distribution's folders of bundles, each at its start level. */
    @Configuration
    public Option[] distribution() throws IOException {
        List<Option> options = new ArrayList<>();
        options.add(junitBundles());
        options.add(systemPackage("picocli;version=\"4.7.7\""));
        options.add(frameworkProperty("breadboard.home").value(HOME.toString()));
        for (String level : List.of("00", "10", "20", "30", "90")) {
            try (Stream<Path> jars = Files.list(HOME.resolve("bundles").resolve(level))) {
                for (Path jar : jars.sorted().toList()) {
                    boolean start = !level.equals("00");
                    options.add(bundle("file:" + jar).start(start).noUpdate());
                }
            }
        }
        return options.toArray(new Option[0]);
    }

    @Test
    public void shouldHaveEveryShippedBundleActive() {
        List<String> notActive = Stream.of(context.getBundles())
                .filter(bundle -> bundle.getLocation().contains("/breadboard/bundles/"))
                .filter(bundle -> bundle.getState() != Bundle.ACTIVE
                        && !bundle.getLocation().contains("/bundles/00/"))
                .map(Bundle::getSymbolicName)
                .toList();
        assertEquals(List.of(), notActive);
        assertTrue(Stream.of(context.getBundles())
                .anyMatch(bundle -> "org.breadboard.platform".equals(bundle.getSymbolicName())));
    }

    @Test
    public void shouldListPluginsThroughTheShell() throws Exception {
        assertEquals(
                Set.of("hw-rdma", "hw-smartnic", "proto-fasst", "proto-xenic", "workloads"), Set.copyOf(plugins()));
    }

    @Test
    public void shouldSeeAPluginAppearUpdatedAndGo() throws Exception {
        assertEquals(List.of(), samples());
        Bundle bundle = context.installBundle("test:sample", jar("1.0.0"));
        bundle.start();
        assertEquals(List.of("Sample of version 1.0.0"), samples());
        bundle.update(jar("2.0.0"));
        assertEquals(List.of("Sample of version 2.0.0"), samples());
        bundle.uninstall();
        assertEquals(List.of(), samples());
    }

    @Test
    public void shouldRunAVerbAsACommandOfGogos() throws Exception {
        assertTrue(shell("command", "breadboard:list plugins --output csv").contains("hw-rdma"));
    }

    private static InputStream jar(String version) throws IOException {
        return new ByteArrayInputStream(SampleJar.sound(version).bytes());
    }

    private List<String> plugins() throws Exception {
        return shell("verb", "list", "plugins", "--output", "csv")
                .lines()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(',')))
                .toList();
    }

    private List<String> samples() throws Exception {
        return shell("verb", "list", "plugins", "--output", "csv")
                .lines()
                .filter(line -> line.startsWith("sample,"))
                .map(line -> line.substring(line.lastIndexOf(',') + 1))
                .toList();
    }

    /** Calls the shell as the launcher does, and answers what it printed. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // the service's type is told by its property
    private String shell(String mode, String... words) throws Exception {
        Collection<ServiceReference<Function>> found =
                context.getServiceReferences(Function.class, "(breadboard.entry=true)");
        assertEquals(1, found.size());
        Function<Map<String, Object>, Integer> entry =
                context.getService(found.iterator().next());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
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
                System.err,
                "terminals",
                Set.of(),
                "debug",
                false,
                "onInterrupt",
                ignored));
        assertEquals(0, status);
        return out.toString(StandardCharsets.UTF_8);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.junit.After;
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

/** The bundles of the assembled distribution inside Felix, as the launcher starts them. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class FelixIT {
    private static final Path FIRST = InFelix.PLUGINS.resolve("it-first.jar");
    private static final Path SECOND = InFelix.PLUGINS.resolve("it-second.jar");
    private static final Path MARKER = InFelix.PLUGINS.resolve("it-marker.jar");
    private static final FileTime LONG_AGO = FileTime.fromMillis(0);
    private static final long PATIENCE_NS = 120_000_000_000L;

    @Inject
    private BundleContext context;

    private String err = "";

    /** Everything in the distribution's folders of bundles, each at its start level. */
    @Configuration
    public Option[] distribution() throws IOException {
        return InFelix.distribution();
    }

    @After
    public void cleanPlugins() throws Exception {
        boolean used = false;
        for (Path jar : List.of(FIRST, SECOND, MARKER)) {
            used |= Files.deleteIfExists(jar);
        }
        if (used) {
            awaitScan();
        }
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
                Set.of(
                        "hw-htm-bloom",
                        "hw-p4switch",
                        "hw-rdma",
                        "hw-smartnic",
                        "micro-benchmarks",
                        "proto-drtm",
                        "proto-fasst",
                        "proto-hades",
                        "proto-nocc",
                        "proto-xenic",
                        "workloads"),
                Set.copyOf(plugins()));
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
    public void shouldRunAProtocolThatIsDroppedIn() throws Exception {
        Files.copy(InFelix.NO_WAIT, FIRST);
        Files.setLastModifiedTime(FIRST, LONG_AGO);
        await("no-wait", true);
        String result = shell(
                "verb",
                "run",
                "fasst-smallbank",
                "--output",
                "json",
                "--set",
                "protocol=no-wait",
                "--set",
                "time.measureUs=200",
                "--set",
                "cluster.scale=0.01");
        assertTrue(result, result.contains("\"no-wait\""));
        assertTrue(result, result.contains("\"verified\" : true"));
    }

    /** A minor version below 1.0 may break. */
    @Test
    public void shouldBindAPluginToTheMinorVersionThatItWasBuiltAgainst() throws IOException {
        try (JarFile jar = new JarFile(InFelix.NO_WAIT.toFile())) {
            String imports = jar.getManifest().getMainAttributes().getValue("Import-Package");
            assertTrue(imports, imports.contains("org.breadboard.api;version=\"[0.1,0.2)\""));
            assertTrue(imports, imports.contains("org.breadboard.kit.rpc;version=\"[0.1,0.2)\""));
        }
    }

    @Test
    public void shouldRunAVerbAsACommandOfGogos() throws Exception {
        assertTrue(shell("command", "breadboard:list plugins --output csv").contains("hw-rdma"));
    }

    @Test
    public void shouldLeaveAShippedBundleAloneWhenATwinOfItComesAndGoes() throws Exception {
        Bundle shipped = bundle("org.breadboard.workloads");
        long before = shipped.getLastModified();
        Files.copy(Path.of(URI.create(shipped.getLocation())), FIRST);
        Files.setLastModifiedTime(FIRST, LONG_AGO);
        awaitScan();
        assertEquals(Bundle.ACTIVE, shipped.getState());
        assertEquals(before, shipped.getLastModified());
        assertTrue(plugins().contains("workloads"));
        assertEquals(
                "Plug-in plugins/it-first.jar is left out: the bundle org.breadboard.workloads 0.1.0"
                        + " (breadboard-workloads-0.1.0.jar) with the same name and version is already installed and part of"
                        + " Breadboard; remove the jar, or give it a Bundle-SymbolicName of its own.",
                err.strip());
        Files.delete(FIRST);
        awaitScan();
        assertEquals(Bundle.ACTIVE, shipped.getState());
        assertEquals(before, shipped.getLastModified());
        assertTrue(plugins().contains("workloads"));
        assertEquals("", err);
    }

    @Test
    public void shouldKeepTheFirstOfTwoTwinsAndTakeTheSecondWhenItGoes() throws Exception {
        drop(FIRST, "first", "1.0.0");
        await("first", true);
        drop(SECOND, "second", "1.0.0");
        awaitScan();
        assertTrue(plugins().contains("first") && !plugins().contains("second"));
        assertTrue(
                err,
                err.contains("plugins/it-second.jar is left out: the bundle org.twin 1.0.0 (it-first.jar) with the same"
                        + " name and version is already installed; remove one of the two."));
        drop(FIRST, "first-again", "1.0.0");
        await("first-again", true);
        assertFalse(plugins().contains("first") || plugins().contains("second"));
        Files.delete(FIRST);
        await("second", true);
        assertEquals("", err);
        assertFalse(plugins().contains("first-again"));
    }

    @Test
    public void shouldTakeOutAnUpdateThatBecameATwin() throws Exception {
        drop(FIRST, "first", "1.0.0");
        drop(SECOND, "second", "2.0.0");
        await("first", true);
        await("second", true);
        drop(SECOND, "second", "1.0.0");
        await("second", false);
        awaitComplaint("plugins/it-second.jar is left out");
        drop(FIRST, "first", "3.0.0");
        await("second", true);
        await("first", true);
        assertEquals("", err);
    }

    /** File Install saw that a jar went, and says so only when another one of its name is there. */
    @Test
    public void shouldKeepAJarThatComesWhileOneOfItsNameGoes() throws Exception {
        drop(FIRST, "first", "1.0.0");
        await("first", true);
        awaitScan();
        long before = bundle("org.twin").getBundleId();
        for (ServiceReference<ArtifactInstaller> each : context.getServiceReferences(ArtifactInstaller.class, null)) {
            ArtifactInstaller installer = context.getService(each);
            if (installer.canHandle(FIRST.toFile())) {
                installer.uninstall(FIRST.toFile());
            }
        }
        assertTrue(plugins().contains("first"));
        assertEquals(before, bundle("org.twin").getBundleId());
    }

    /**
     * It is found as a service. ZooKeeper finds its own classes by name, and some of Java's that bundles have to
     * import.
     */
    @Test
    public void shouldAgreeOnAnEpochInZooKeeper() throws Exception {
        Class<?> service = bundle("org.breadboard.platform").loadClass("org.breadboard.platform.member.EpochStores");
        Object stores = service.getMethod("find").invoke(null);
        BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
        Consumer<Object> answer = answers::add;
        try (AutoCloseable store =
                (AutoCloseable) service.getMethod("embedded", String.class).invoke(stores, "felix-it")) {
            bundle("org.breadboard.platform")
                    .loadClass("org.breadboard.platform.member.EpochStore")
                    .getMethod("propose", int.class, byte[].class, Consumer.class)
                    .invoke(store, 0, new byte[] {7}, answer);
            Object decision = answers.poll(PATIENCE_NS, TimeUnit.NANOSECONDS);
            assertNotNull(decision);
            assertEquals(true, decision.getClass().getMethod("accepted").invoke(decision));
        }
    }

    private Bundle bundle(String name) {
        return Stream.of(context.getBundles())
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }

    private static void drop(Path jar, String id, String version) throws IOException {
        Files.write(jar, new SampleJar("org.twin", version, id, "[0.1,1)").bytes());
        // Not one being copied, of which nothing is told yet.
        Files.setLastModifiedTime(jar, FileTime.fromMillis(id.length() * 10_000L + version.charAt(0)));
    }

    /** Returns when File Install has taken note of everything that was done to the folder before. */
    private void awaitScan() throws Exception {
        Files.write(MARKER, new SampleJar("org.marker", "1.0.0", "marker", "[0.1,1)").bytes());
        await("marker", true);
        Files.delete(MARKER);
        await("marker", false);
    }

    private void await(String plugin, boolean there) throws Exception {
        long end = System.nanoTime() + PATIENCE_NS;
        while (plugins().contains(plugin) != there) {
            assertTrue(plugin + " is there: " + !there + "; " + err, System.nanoTime() < end);
            Thread.sleep(50);
        }
    }

    /** While a bundle is between two versions, it is gone and nothing is wrong with it yet. */
    private void awaitComplaint(String words) throws Exception {
        long end = System.nanoTime() + PATIENCE_NS;
        while (!err.contains(words)) {
            assertTrue(err, System.nanoTime() < end);
            Thread.sleep(50);
            plugins();
        }
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

    private String shell(String mode, String... words) throws Exception {
        InFelix.Outcome outcome = InFelix.shell(context, mode, words);
        err = outcome.err();
        assertEquals(err, 0, outcome.status());
        return outcome.out();
    }
}

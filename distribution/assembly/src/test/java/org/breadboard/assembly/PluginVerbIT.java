// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** The verb {@code plugin} in Felix: what it does, and what it refuses without a trace. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class PluginVerbIT {
    private static final long PATIENCE_NS = 60_000_000_000L;

    /** Longer than it takes File Install to look at its folder. */
    private static final long SCAN_MS = 400;

    /** What is shipped among the plug-ins, and what processes wait for each other with. */
    private static final Set<String> SHIPPED = Set.of("README.md", ".lock");

    @Inject
    private BundleContext context;

    private Path temp;

    /** The whole distribution. */
    @Configuration
    public Option[] distribution() throws IOException {
        return InFelix.distribution();
    }

    @Before
    public void makeAFolder() throws IOException {
        temp = Files.createTempDirectory("breadboard-it-");
    }

    @After
    public void removeWhatIsLeft() throws Exception {
        for (String jar : jars()) {
            plugin("remove", jar, "--force");
        }
        Files.deleteIfExists(InFelix.PLUGINS.resolve("stopped"));
        try (Stream<Path> files = Files.walk(temp)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    public void shouldInstallUpdateStopStartAndRemove() throws Exception {
        Path file = jar("mine.jar", SampleJar.sound("1.0.0"));
        assertEquals(
                "Plug-in 'sample' 1.0.0 is installed: plugins/mine.jar, SHA-256 " + sha256(file) + ".",
                done("install", file.toString(), "--sha256", sha256(file)));
        assertEquals("sample,1.0.0,active,false,mine.jar," + sha256(file) + ",Sample of version 1.0.0", row());
        Path newer = jar("newer.jar", SampleJar.sound("1.1.0"));
        assertEquals(
                "Plug-in 'sample' is updated from 1.0.0 to 1.1.0: plugins/mine.jar, SHA-256 " + sha256(newer) + ".",
                done("update", "sample", newer.toString()));
        assertEquals("sample,1.1.0,active,false,mine.jar," + sha256(newer) + ",Sample of version 1.1.0", row());
        assertEquals("Plug-in 'sample' is stopped.", done("stop", "sample"));
        assertEquals("sample,1.1.0,stopped,false,mine.jar," + sha256(newer) + ",", row());
        assertEquals("Plug-in 'sample' is started.", done("start", "sample"));
        assertEquals("sample,1.1.0,active,false,mine.jar," + sha256(newer) + ",Sample of version 1.1.0", row());
        assertEquals("Plug-in 'sample' is removed.", done("remove", "sample"));
        assertEquals("", row());
        assertEquals(List.of(), jars());
    }

    /** Built before the platform was modules. */
    @Test
    public void shouldRunAPluginOfBefore() throws Exception {
        done("install", PluginOfBeforeTest.JAR.toString());
        InFelix.Outcome run = InFelix.shell(
                context,
                "command",
                "run fasst-smallbank --set protocol=no-wait --set cluster.nodes=3 --set cluster.scale=0.02"
                        + " --set time.warmupUs=50 --set time.measureUs=200");
        assertEquals(run.err(), 0, run.status());
    }

    /** Without the check it is installed, and a run with it dies of NoSuchMethodError. */
    @Test
    public void shouldRefuseAPluginThatWasBuiltAgainstAnotherKit() throws Exception {
        byte[] old = RenamedJar.bytes(PluginOfBeforeTest.JAR, PluginOfBeforeTest.RENAMED);
        Path file = Files.write(temp.resolve("old.jar"), old);
        refused("old.jar is not installed: " + PluginOfBeforeTest.MISFIT + '.', "install", file.toString());
        Path dropped = InFelix.PLUGINS.resolve("old.jar");
        Files.write(dropped, old);
        Files.setLastModifiedTime(dropped, FileTime.fromMillis(0));
        for (long end = System.nanoTime() + PATIENCE_NS; plugin("list").err().isEmpty(); Thread.sleep(50)) {
            assertTrue("old.jar is looked at", System.nanoTime() < end);
        }
        assertEquals(
                "Plug-in com.example.nowait 1.0.0 (old.jar) is left out: " + PluginOfBeforeTest.MISFIT + '.',
                plugin("list").err().strip());
        assertTrue(plugin("list", "--output", "csv").out().contains("refused,false,old.jar,"));
        done("remove", "old.jar");
        done("install", PluginOfBeforeTest.JAR.toString());
        refused(
                "Plug-in 'no-wait' stays as it was: " + PluginOfBeforeTest.MISFIT + '.',
                "update",
                "no-wait",
                file + "");
    }

    @Test
    public void shouldLeaveWhatItDidToItselfWhenTheFolderIsLookedAt() throws Exception {
        done("install", jar("mine.jar", SampleJar.sound("1.0.0")).toString());
        done("update", "sample", jar("newer.jar", SampleJar.sound("1.1.0")).toString());
        Bundle bundle = bundle("org.sample");
        long modified = bundle.getLastModified();
        Thread.sleep(SCAN_MS);
        assertEquals(modified, bundle.getLastModified());
        assertEquals(Bundle.ACTIVE, bundle.getState());
    }

    @Test
    public void shouldBringTheOldOneBackWhenAnUpdateFails() throws Exception {
        Path mine = jar("mine.jar", SampleJar.sound("1.0.0"));
        done("install", mine.toString());
        String before = row();
        SampleJar newer = SampleJar.sound("2.0.0");
        refused(
                "Plug-in 'sample' stays as it was: its constructor threw IllegalStateException (no licence).",
                "update",
                "sample",
                jar("throws.jar", newer.thatDoes("throws")).toString());
        refused(
                "Plug-in 'sample' stays as it was: its activator threw ClassNotFoundException",
                "update",
                "sample",
                jar("activator.jar", newer.with("Bundle-Activator", "org.sample.None"))
                        .toString());
        refused(
                "Plug-in 'sample' stays as it was: its start left the thread 'sample's own' running, and a plug-in has no"
                        + " threads but the runtime's.",
                "update",
                "sample",
                jar("thread.jar", newer.thatDoes("keeps a thread")).toString());
        refused(
                "Plug-in 'sample' stays as it was: it needs the package org.absent, and no installed bundle exports it.",
                "update",
                "sample",
                jar("import.jar", newer.with("Import-Package", "org.breadboard.api,org.absent"))
                        .toString());
        refused(
                "Plug-in 'sample' stays as it was: the jar brings plug-in 'other'; install that beside it.",
                "update",
                "sample",
                jar("other.jar", new SampleJar("org.sample", "2.0.0", "other", "[0.1,1)"))
                        .toString());
        assertEquals(before, row());
        Thread.sleep(SCAN_MS);
        assertEquals(before, row());
        assertArrayEquals(Files.readAllBytes(mine), Files.readAllBytes(InFelix.PLUGINS.resolve("mine.jar")));
    }

    @Test
    public void shouldInstallNothingOfAJarThatDoesNotFit() throws Exception {
        SampleJar sound = SampleJar.sound("1.0.0");
        refusedJar(
                "it was built against org.breadboard.api [7.0.0,8.0.0), and this Breadboard has version 0.1.0",
                new SampleJar("org.sample", "1.0.0", "sample", "[7.0,8)"));
        refusedJar(
                "plug-in 'workloads' is already brought by org.breadboard.workloads 0.1.0",
                new SampleJar("org.sample", "1.0.0", "workloads", "[0.1,1)"));
        refusedJar(
                "it needs the package org.absent, and no installed bundle exports it.",
                sound.with("Import-Package", "org.breadboard.api,org.absent"));
        refusedJar("its constructor threw IllegalStateException (no licence).", sound.thatDoes("throws"));
        refusedJar("its start left the thread 'sample's own' running", sound.thatDoes("keeps a thread"));
        refusedJar("since its manifest has no Bundle-SymbolicName", sound.with("Bundle-SymbolicName", null));
        refusedJar("its Bundle-Version is none (", sound.with("Bundle-Version", "one"));
        refusedJar("it brings no plug-in; META-INF/services", sound.with("Provide-Capability", "org.sample"));
        refusedJar("its entry '../../evil.sh' has a path that leaves the jar", sound.withEntry("../../evil.sh", "x"));
        refusedJar(
                "the bundle org.breadboard.workloads 0.1.0 (breadboard-workloads-0.1.0.jar) with the same name",
                new SampleJar("org.breadboard.workloads", "0.1.0", "sample", "[0.1,1)"));
    }

    @Test
    public void shouldInstallNothingOfAFileThatIsNoSoundJar() throws Exception {
        SampleJar sound = SampleJar.sound("1.0.0");
        Path large = temp.resolve("large.jar");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(1536L << 20);
        }
        refused("large.jar is not installed: it has 1536 MB, and a plug-in has at most 256 MB", "install", large + "");
        Path cut = Files.write(temp.resolve("cut.jar"), Arrays.copyOf(sound.bytes(), 300));
        refused("cut.jar is not installed: the jar cannot be read (", "install", cut + "");
        Path bare = temp.resolve("bare.jar");
        try (var zip = new java.util.zip.ZipOutputStream(Files.newOutputStream(bare))) {
            zip.putNextEntry(new java.util.zip.ZipEntry("nothing.txt"));
        }
        refused("it is not an OSGi bundle, since it has no manifest (META-INF/MANIFEST.MF)", "install", bare + "");
        Path signed = Files.write(temp.resolve("signed.jar"), sound.bytes(sound.withDigest("AAAA")));
        refused(
                "its entry 'sample.txt' does not have the SHA-256-Digest that its manifest says",
                "install",
                signed + "");
        Path file = jar("mine.jar", sound);
        refused(
                "its SHA-256 is " + sha256(file) + ", not the one that you gave",
                "install",
                file + "",
                "--sha256",
                "0".repeat(64));
        refused(
                "--sha256: 'abc' is no SHA-256, which has 64 hexadecimal digits.",
                "install",
                file + "",
                "--sha256",
                "abc");
        refused("There is no file '" + temp.resolve("none.jar") + "'; name a jar.", "install", temp + "/none.jar");
        refused("is no file; plug-ins are installed from local files only", "install", "http://host/mine.jar");
        refused("is not a jar, whose name ends with .jar", "install", Files.createFile(temp.resolve("x.zip")) + "");
    }

    @Test
    public void shouldNeitherRemoveNorUpdateWhatIsNotItsOwn() throws Exception {
        refused("'../bundles/30/x.jar' is a path, and may leave the folder", "remove", "../bundles/30/x.jar");
        refused("There is no plug-in 'workload', did you mean 'workloads'; 'plugin list' shows", "remove", "workload");
        refused(
                "Plug-in 'workloads' is part of Breadboard, and is not removed; stop it instead.",
                "remove",
                "workloads");
        refused(
                "Plug-in 'workloads' is part of Breadboard, and is not updated",
                "update",
                "workloads",
                jar("mine.jar", SampleJar.sound("1.0.0")) + "");
        refused("Plug-in 'workloads' is not stopped; 'plugin list' shows its state.", "start", "workloads");
    }

    @Test
    public void shouldNotTakeTheFileOfAnother() throws Exception {
        Path file = jar("mine.jar", SampleJar.sound("1.0.0"));
        done("install", file.toString());
        refused("There is a plugins/mine.jar already; 'plugin update ID FILE'", "install", file.toString());
    }

    @Test
    public void shouldStopAShippedPluginNamingTheMixesThatNeedIt() throws Exception {
        String sentence = done("stop", "proto-nocc");
        assertTrue(
                sentence, sentence.startsWith("Plug-in 'proto-nocc' is stopped. Without it these mixes do not run: "));
        assertTrue(sentence, sentence.contains("nocc-mix"));
        InFelix.Outcome without = InFelix.shell(context, "verb", "run", "nocc-mix", "--print-config");
        assertEquals(2, without.status());
        assertTrue(
                without.err(),
                without.err().endsWith(" If a plug-in that is stopped brings it: 'plugin start proto-nocc'.\n"));
        assertEquals("Plug-in 'proto-nocc' is started.", done("start", "proto-nocc"));
        assertEquals(
                0,
                InFelix.shell(context, "verb", "run", "nocc-mix", "--print-config")
                        .status());
    }

    /** As another process writes it; nobody says {@code plugin} here. */
    @Test
    public void shouldFollowTheListOfStoppedPlugins() throws Exception {
        Path list = InFelix.PLUGINS.resolve("stopped");
        Files.writeString(list, "org.breadboard.proto.nocc 0.1.0 proto-nocc\n");
        awaitPlugin("proto-nocc", false);
        Files.delete(list);
        awaitPlugin("proto-nocc", true);
    }

    private void awaitPlugin(String id, boolean there) throws Exception {
        long end = System.nanoTime() + PATIENCE_NS;
        while (InFelix.shell(context, "verb", "list", "plugins").out().contains(id) != there) {
            assertTrue(id + " is there: " + there, System.nanoTime() < end);
            Thread.sleep(20);
        }
    }

    @Test
    public void shouldNameWhoTakesPackages() throws Exception {
        SampleJar library = new SampleJar("org.library", "1.0.0", "x", "[0.1,1)")
                .with("Export-Package", "org.library")
                .with("Provide-Capability", null)
                .withEntry("org/library/x.txt", "x");
        assertTrue(done("install", jar("library.jar", library) + "").startsWith("Plug-in 'org.library' 1.0.0"));
        done(
                "install",
                jar("mine.jar", SampleJar.sound("1.0.0").with("Import-Package", "org.breadboard.api,org.library"))
                        + "");
        refused(
                "Plug-in 'org.library' is not removed, since 'sample' needs its packages; wait or stop that first, or add"
                        + " --force to have it end.",
                "remove",
                "org.library");
        done("stop", "sample");
        assertTrue(done("info", "org.library").contains("sample"));
        done("update", "org.library", jar("newer.jar", library) + "");
        assertEquals("Plug-in 'sample' is started.", done("start", "sample"));
        done("stop", "sample");
        assertEquals("Plug-in 'org.library' is removed.", done("remove", "org.library"));
    }

    @Test
    public void shouldNotTakeAPluginFromARunUnlessForced() throws Exception {
        done("install", InFelix.NO_WAIT.toString());
        CompletableFuture<InFelix.Outcome> run = CompletableFuture.supplyAsync(this::longRun);
        long end = System.nanoTime() + PATIENCE_NS;
        while (!done("info", "no-wait").contains("run fasst-smallbank")) {
            assertTrue("it runs", System.nanoTime() < end && !run.isDone());
            Thread.sleep(20);
        }
        refused(
                "Plug-in 'no-wait' is not removed, since 'run fasst-smallbank' runs with it; wait or stop that first, or"
                        + " add --force to have it end.",
                "remove",
                "no-wait");
        refused(
                "Plug-in 'no-wait' is not updated, since 'run fasst-smallbank' runs with it",
                "update",
                "no-wait",
                jar("mine.jar", SampleJar.sound("1.0.0")) + "");
        assertTrue("it runs on", !run.isDone());
        done("remove", "no-wait", "--force");
        InFelix.Outcome outcome = run.get(60, TimeUnit.SECONDS);
        assertEquals(1, outcome.status());
        assertTrue(
                outcome.err(),
                outcome.err().contains("plug-in 'no-wait' was removed or updated while the run used it"));
    }

    private InFelix.Outcome longRun() {
        try {
            return InFelix.shell(
                    context,
                    "verb",
                    "run",
                    "fasst-smallbank",
                    "--set",
                    "protocol=no-wait",
                    "--set",
                    "time.measureUs=10000000",
                    "--set",
                    "cluster.scale=0.01");
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Test
    public void shouldTellOfALinkToNothing() throws Exception {
        Path link = Files.createSymbolicLink(InFelix.PLUGINS.resolve("link.jar"), temp.resolve("gone.jar"));
        String sentence =
                "Plug-in plugins/link.jar is left out: it is a link to a file that is not there; remove it, or"
                        + " link to a jar.";
        assertEquals(sentence, plugin("list").err().strip());
        assertTrue(plugin("list", "--output", "csv").out().contains("\nlink.jar,,refused,false,link.jar,"));
        assertEquals(
                "Plug-in 'link.jar' is removed.",
                plugin("remove", "link.jar").out().strip());
        assertTrue(!Files.isSymbolicLink(link));
    }

    @Test
    public void shouldSayAllOfAPluginWhileSeveralJarsCannotBeInstalled() throws Exception {
        Files.createSymbolicLink(InFelix.PLUGINS.resolve("one.jar"), temp.resolve("gone.jar"));
        Files.createSymbolicLink(InFelix.PLUGINS.resolve("two.jar"), temp.resolve("gone.jar"));
        assertTrue(done("info", "workloads").contains("smallbank"));
    }

    @Test
    public void shouldTakeAForkOfWhatItHasStopped() throws Exception {
        done("install", jar("mine.jar", SampleJar.sound("1.0.0")).toString());
        done("stop", "sample");
        done("install", jar("fork.jar", SampleJar.sound("1.1.0")).toString());
        assertTrue(done("info", "sample").contains("Sample of version 1.1.0"));
        done("stop", "sample");
        refused("There are several plug-ins 'sample'; name one by its jar: fork.jar, mine.jar.", "start", "sample");
        assertEquals("Plug-in 'sample' is started.", done("start", "fork.jar"));
    }

    @Test
    public void shouldUpdateWhatThrowsWhenItStops() throws Exception {
        SampleJar old = SampleJar.sound("1.0.0").with("Bundle-Activator", SampleActivator.class.getName());
        done(
                "install",
                jar(
                                "mine.jar",
                                old.with("Import-Package", SampleActivator.NEEDS)
                                        .thatDoes("throws at its end")) + "");
        assertTrue(done("update", "sample", jar("newer.jar", SampleJar.sound("1.1.0")) + "")
                .startsWith("Plug-in 'sample' is updated from 1.0.0 to 1.1.0"));
    }

    @Test
    public void shouldGiveUpWhatDoesNotReturnFromItsStart() throws Exception {
        // Its name stays taken until it returns.
        SampleJar hangs = new SampleJar("org.hanging", "1.0.0", "hanging", "[0.1,1)")
                .with("Bundle-Activator", SampleActivator.class.getName())
                .with("Import-Package", SampleActivator.NEEDS)
                .thatDoes("does not return");
        List<String> files = jars();
        String file = jar("hanging.jar", hangs).toString();
        CompletableFuture<InFelix.Outcome> install = CompletableFuture.supplyAsync(() -> concurrently("install", file));
        awaitStart("org.hanging");
        String err = InFelix.shell(context, "verb", "list", "plugins").err();
        assertTrue("a start that is waited for is no fault: " + err, !err.contains("hanging"));
        InFelix.Outcome outcome = install.get(PATIENCE_NS, TimeUnit.NANOSECONDS);
        assertEquals(outcome.out(), 2, outcome.status());
        assertEquals("hanging.jar is not installed: its activator did not return within 10 s.\n", outcome.err());
        assertEquals(files, jars());
        String list = plugin("list").out();
        assertTrue(list, !list.contains("hanging"));
    }

    @Test
    public void shouldWorkInScripts() throws Exception {
        Path file = jar("mine.jar", SampleJar.sound("1.0.0"));
        InFelix.Outcome outcome = InFelix.shell(
                context, "command", "plugin install " + file + " --output json; plugin remove sample --output json");
        assertEquals(outcome.err(), 0, outcome.status());
        assertTrue(outcome.out(), outcome.out().contains("\"state\" : \"active\""));
        assertTrue(outcome.out(), outcome.out().contains("\"state\" : \"removed\""));
    }

    private void refusedJar(String why, SampleJar sample) throws Exception {
        refused("bad.jar is not installed: ", "install", jar("bad.jar", sample).toString());
        refused(why, "install", jar("bad.jar", sample).toString());
    }

    /** One sentence, exit code 2, and everything is as it was. */
    private void refused(String sentence, String... words) throws Exception {
        List<String> files = jars();
        String list = plugin("list").out();
        InFelix.Outcome outcome = plugin(words);
        assertEquals(outcome.out(), 2, outcome.status());
        assertTrue(outcome.err(), outcome.err().contains(sentence));
        assertEquals(outcome.err(), 1, outcome.err().lines().count());
        assertEquals("", outcome.out());
        assertEquals(list, plugin("list").out());
        assertEquals(files, jars());
        assertEquals("", plugin("list").err());
    }

    private String done(String... words) throws Exception {
        InFelix.Outcome outcome = plugin(words);
        assertEquals(outcome.err(), 0, outcome.status());
        return outcome.out().strip();
    }

    private InFelix.Outcome plugin(String... words) throws Exception {
        return InFelix.shell(
                context,
                "verb",
                Stream.concat(Stream.of("plugin"), Stream.of(words)).toArray(String[]::new));
    }

    private InFelix.Outcome concurrently(String... words) {
        try {
            return plugin(words);
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    private void awaitStart(String symbolicName) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NS;
        while (Stream.of(context.getBundles())
                .noneMatch(bundle ->
                        symbolicName.equals(bundle.getSymbolicName()) && bundle.getState() == Bundle.STARTING)) {
            assertTrue(symbolicName + " starts", System.nanoTime() < end);
            Thread.sleep(20);
        }
    }

    /** The line about the sample. */
    private String row() throws Exception {
        return plugin("list", "--output", "csv")
                .out()
                .lines()
                .filter(line -> line.startsWith("sample,"))
                .findFirst()
                .orElse("");
    }

    private Bundle bundle(String symbolicName) {
        return Stream.of(context.getBundles())
                .filter(bundle -> symbolicName.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }

    /** Whatever somebody has put among the plug-ins. */
    private static List<String> jars() throws IOException {
        try (Stream<Path> files = Files.list(InFelix.PLUGINS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !SHIPPED.contains(name))
                    .sorted()
                    .toList();
        }
    }

    private Path jar(String name, SampleJar sample) throws IOException {
        return Files.write(temp.resolve(name), sample.bytes());
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}

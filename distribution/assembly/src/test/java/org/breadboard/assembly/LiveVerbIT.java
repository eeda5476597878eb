// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;

/** The verb {@code live} in Felix, as a script has it. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class LiveVerbIT {
    private static final String START =
            "live start fasst-smallbank --set cluster.nodes=3 --set cluster.threads=1 --set cluster.scale=0.01"
                    + " --set load.contexts=4 --set live.threads=2 ";

    @Inject
    private BundleContext context;

    /** The whole distribution. */
    @Configuration
    public Option[] distribution() throws IOException {
        return InFelix.distribution();
    }

    @Test
    public void shouldSwapUnderLoadAndKeepTheResult() throws Exception {
        InFelix.Outcome outcome = script(
                START + "; live watch --for 1; live swap fasst; live swap sw-impl --output json; live watch --for 1;"
                        + " live stop");
        assertEquals(outcome.err(), 0, outcome.status());
        assertTrue(outcome.out(), outcome.out().contains("is live: protocol 'fasst' on 3 nodes of 1 threads."));
        assertTrue(outcome.out(), outcome.out().contains("and the tables were adopted as they are."));
        assertTrue(outcome.out(), outcome.out().contains("\"to\" : \"sw-impl\""));
        assertTrue(outcome.out(), outcome.out().contains("Verified: strictly serializable"));
        assertTrue(outcome.out(), outcome.out().contains("Protocol 'sw-impl' took over from 'fasst'"));
    }

    @Test
    public void shouldRefuseASwapThatCannotBeAndGoOn() throws Exception {
        InFelix.Outcome outcome = script(
                START + "; if { live swap xenic } { print swapped } { print refused }; live watch --for 1; live stop");
        assertEquals(outcome.err(), 0, outcome.status());
        assertTrue(outcome.out(), outcome.out().contains("refused"));
        assertTrue(outcome.out(), outcome.out().contains("Verified: strictly serializable"));
        assertEquals(2, script("live swap fasst").status());
        assertEquals(2, script("live stop").status());
        assertEquals(2, script("live start no-such-mix").status());
    }

    @Test
    public void shouldSwapToAnUpdatedPlugin() throws Exception {
        Path newer = Files.createTempFile("no-wait-", ".jar");
        try {
            newer(newer, "Bundle-Vendor", "somebody");
            InFelix.Outcome outcome = script("plugin install " + InFelix.NO_WAIT.toAbsolutePath() + "; " + START
                    + "--set protocol=no-wait; live watch --for 1; plugin update no-wait " + newer
                    + "; live watch --for 1; live stop; plugin remove no-wait");
            assertEquals(outcome.err(), 0, outcome.status());
            assertTrue(outcome.out(), outcome.out().contains("is updated from 1.0.0 to 1.1.0"));
            assertTrue(outcome.out(), outcome.out().contains(" Protocol 'no-wait' took over from 'no-wait' after"));
            assertTrue(outcome.out(), outcome.out().contains("Verified: strictly serializable"));
        } finally {
            script("plugin remove no-wait --force");
            Files.delete(newer);
        }
    }

    @Test
    public void shouldComeBackToTheBundleOfBeforeIfTheNewOneDoesNotStart() throws Exception {
        Path broken = Files.createTempFile("no-wait-", ".jar");
        try {
            newer(broken, "Bundle-Activator", "com.example.Gone");
            InFelix.Outcome outcome = script("plugin install " + InFelix.NO_WAIT.toAbsolutePath() + "; " + START
                    + "--set protocol=no-wait; live watch --for 1; if { plugin update no-wait " + broken
                    + " } { print updated } { print refused }; live watch --for 1; plugin info no-wait; live stop");
            assertEquals(outcome.err(), 0, outcome.status());
            assertTrue(outcome.out(), outcome.out().contains("refused"));
            assertTrue(outcome.out(), outcome.out().contains("1.0.0"));
            assertFalse(outcome.out(), outcome.out().contains("1.1.0"));
            assertTrue(outcome.out(), outcome.out().contains("Verified: strictly serializable"));
        } finally {
            script("plugin remove no-wait --force");
            Files.delete(broken);
        }
    }

    /** Each update is told what became of it, not what became of the one before. */
    @Test
    public void shouldTakeAGoodUpdateAfterOneThatItRefused() throws Exception {
        Path incomplete = Files.createTempFile("no-wait-", ".jar");
        Path unresolved = Files.createTempFile("no-wait-", ".jar");
        try {
            newer(incomplete, "Bundle-Vendor", "somebody", "com/example/nowait/NoWaitTransaction$Growing.class");
            newer(unresolved, "Import-Package", "org.nowhere.pkg");
            InFelix.Outcome outcome = script("plugin install " + InFelix.NO_WAIT.toAbsolutePath() + "; " + START
                    + "--set protocol=no-wait; if { plugin update no-wait " + incomplete
                    + " } { print taken } { print left }; plugin update no-wait "
                    + InFelix.NO_WAIT.toAbsolutePath() + "; if { plugin update no-wait " + unresolved
                    + " } { print updated } { print refused }; plugin update no-wait "
                    + InFelix.NO_WAIT.toAbsolutePath() + "; live watch --for 1; live stop; plugin remove no-wait");
            assertEquals(outcome.err(), 0, outcome.status());
            List<String> updates = outcome.out()
                    .lines()
                    .filter(line -> line.contains("is updated from"))
                    .toList();
            assertEquals(outcome.out(), 3, updates.size());
            assertTrue(
                    outcome.out(),
                    outcome.out().contains("left\n") && !outcome.out().contains("taken\n"));
            assertTrue(outcome.err(), outcome.err().contains("The swap to protocol 'no-wait' is refused"));
            for (String good : updates.subList(1, 3)) {
                assertTrue(good, good.contains(" Protocol 'no-wait' took over from 'no-wait' after"));
            }
            assertTrue(
                    outcome.err(),
                    outcome.err().contains("stays as it was: it needs the package org.nowhere.pkg")
                            && outcome.err().contains(" Protocol 'no-wait' took over from 'no-wait' after"));
            assertTrue(outcome.out(), outcome.out().contains("Verified: strictly serializable"));
        } finally {
            script("plugin remove no-wait --force");
            Files.delete(incomplete);
            Files.delete(unresolved);
        }
    }

    /** {@code -Dbreadboard.swaps=1000} swaps as often. */
    @Test
    public void shouldLeaveNothingBehindHoweverOftenItSwaps() throws Exception {
        int swaps = Integer.getInteger("breadboard.swaps", 20);
        script(START + "--set check=windowed; live swap fasst; live stop");
        int threads = liveThreads();
        int services = context.getAllServiceReferences(null, null).length;
        int bundles = context.getBundles().length;
        InFelix.Outcome outcome =
                script(START + "--set check=windowed; " + "live swap fasst; ".repeat(swaps) + "live stop");
        assertEquals(outcome.err(), 0, outcome.status());
        assertTrue(outcome.out(), outcome.out().contains("Verified: strictly serializable"));
        // Each is told at once, and again with the result.
        assertEquals(2L * swaps, outcome.out().split("and the tables were adopted as they are", -1).length - 1);
        assertEquals(threads, liveThreads());
        assertEquals(services, context.getAllServiceReferences(null, null).length);
        assertEquals(bundles, context.getBundles().length);
    }

    /** How many threads of clusters there are, once those that end have ended. */
    private static int liveThreads() throws InterruptedException {
        int count = 0;
        int before = -1;
        for (int look = 0; look < 100 && count != before; look++) {
            Thread.sleep(100);
            before = count;
            count = (int) Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("breadboard-live-"))
                    .count();
        }
        return count;
    }

    @Test
    public void shouldStopWhatAScriptLeavesLive() throws Exception {
        InFelix.Outcome outcome = script(START + "; live watch --for 1");
        assertEquals(outcome.err(), 0, outcome.status());
        assertTrue(outcome.out(), outcome.out().contains("Verified: strictly serializable"));
    }

    private InFelix.Outcome script(String text) throws Exception {
        return InFelix.shell(context, "command", text);
    }

    /** The same jar with another version, and another header. */
    private static void newer(Path to, String header, String value) throws IOException {
        newer(to, header, value, "");
    }

    /** The same without an entry. */
    private static void newer(Path to, String header, String value, String without) throws IOException {
        try (JarFile jar = new JarFile(InFelix.NO_WAIT.toFile())) {
            Manifest manifest = jar.getManifest();
            manifest.getMainAttributes().putValue("Bundle-Version", "1.1.0");
            manifest.getMainAttributes().putValue(header, value);
            try (OutputStream file = Files.newOutputStream(to);
                    JarOutputStream out = new JarOutputStream(file, manifest)) {
                for (JarEntry entry : jar.stream().toList()) {
                    if (!entry.getName().equals(JarFile.MANIFEST_NAME)
                            && !entry.getName().equals(without)) {
                        out.putNextEntry(new JarEntry(entry.getName()));
                        jar.getInputStream(entry).transferTo(out);
                        out.closeEntry();
                    }
                }
            }
        }
    }
}

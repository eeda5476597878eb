// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.breadboard.assembly.InFelix.Outcome;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;

/** Verbs that plug-ins bring into a shell that runs: sound ones, and others. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class VerbPluginIT {
    private static final Path LADDER = Path.of("..", "examples", "ladder", "target", "ladder-1.0.0.jar");
    private static final String SMALL = " --set cluster.nodes=3 --set cluster.threads=2 --set cluster.scale=0.01"
            + " --set time.warmupUs=20 --set time.measureUs=50";

    @Inject
    private BundleContext context;

    /** The whole distribution. */
    @Configuration
    public Option[] distribution() throws IOException {
        return InFelix.distribution();
    }

    @After
    public void removeWhatIsLeft() throws Exception {
        try (Stream<Path> files = Files.list(InFelix.PLUGINS)) {
            for (Path jar :
                    files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                script("plugin remove " + jar.getFileName() + " --force");
            }
        }
    }

    private Outcome script(String text) throws Exception {
        return InFelix.shell(context, "command", text);
    }

    private Path jar(SampleVerbJar jar) throws IOException {
        return Files.write(Files.createTempFile("sample-", ".jar"), jar.bytes());
    }

    @Test
    public void shouldHelpRunAndGoAsOneOfItsOwn() throws Exception {
        assertTrue(script("ladder x").err().startsWith("There is no verb 'ladder'"));
        Outcome installed = script("plugin install " + LADDER);
        assertEquals(installed.err(), 0, installed.status());
        assertTrue(script("help").out().contains("\n  ladder "));
        assertTrue(script("ladder --help").out().contains("Example:"));
        assertTrue(script("plugin info ladder --output json").out().contains("\"verbs\""));
        Outcome run = script("ladder fasst-smallbank --most 2 --output csv" + SMALL);
        assertEquals(run.err(), 0, run.status());
        assertEquals(3, run.out().lines().count());
        Outcome piped = script("ladder fasst-smallbank --most 1 --output csv" + SMALL + " | grep contexts");
        assertEquals("contexts,committedPerSecond,latencyP50Us,latencyP99Us\n", piped.out());
        assertEquals(
                "Plug-in 'ladder' is removed.\n", script("plugin remove ladder").out());
        assertTrue(script("ladder x").err().startsWith("There is no verb 'ladder'"));
        assertFalse(script("help").out().contains("ladder"));
    }

    @Test
    public void shouldRefuseAVerbThatThereIsAlready() throws Exception {
        for (String taken : List.of("run", "plugin", "grep")) {
            Outcome outcome = script("plugin install " + jar(new SampleVerbJar(taken, "")));
            assertEquals(2, outcome.status());
            assertTrue(
                    outcome.err(),
                    outcome.err().contains("verb '" + taken + "' is already brought by Breadboard itself"));
            assertEquals(1, outcome.err().lines().count());
        }
    }

    @Test
    public void shouldRefuseAVerbOfAnotherApi() throws Exception {
        Outcome outcome = script("plugin install " + jar(new SampleVerbJar("sample", "", "[2,3)")));
        assertEquals(2, outcome.status());
        assertTrue(outcome.err(), outcome.err().contains("org.breadboard.platform.verbs"));
        assertEquals(outcome.err(), 1, outcome.err().lines().count());
    }

    @Test
    public void shouldRefuseAVerbThatThrowsWhenItIsAsked() throws Exception {
        Outcome outcome = script("plugin install " + jar(new SampleVerbJar("sample", "throws when it is asked")));
        assertEquals(2, outcome.status());
        assertTrue(outcome.err(), outcome.err().contains("its verbs() threw IllegalStateException (no licence)"));
        assertEquals(outcome.err(), 1, outcome.err().lines().count());
    }

    @Test
    public void shouldContainAVerbThatThrowsOrHangs() throws Exception {
        assertEquals(
                0,
                script("plugin install " + jar(new SampleVerbJar("sample", "throws when it is called")))
                        .status());
        Outcome thrown = script("sample");
        assertEquals(1, thrown.status());
        assertTrue(
                thrown.err(), thrown.err().startsWith("Plug-in 'sample' threw IllegalStateException (no licence) at "));
        assertEquals(thrown.err(), 1, thrown.err().lines().count());
        assertEquals(0, script("plugin remove sample").status());

        assertEquals(
                0,
                script("plugin install " + jar(new SampleVerbJar("sample", "hangs when it is called")))
                        .status());
        Outcome hung = script("sample");
        assertEquals(1, hung.status());
        assertTrue(hung.err(), hung.err().startsWith("Plug-in 'sample' did not return for 10.0 s ("));
        assertEquals("the shell goes on", 0, script("list stores").status());
    }
}

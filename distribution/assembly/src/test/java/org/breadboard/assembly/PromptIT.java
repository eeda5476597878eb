// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell at a terminal: a pseudo-terminal of util-linux's {@code script}. */
class PromptIT {
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final String GREETING = "Breadboard. 'help' lists the verbs, TAB completes them, 'exit' leaves.";
    private static final String PROMPT = "breadboard> ";
    private static final String BEGIN_LINE_ANEW = "\r\u001b[K";

    @TempDir
    Path temp;

    @BeforeAll
    static void shouldHaveATerminal() {
        assumeTrue(
                Files.isExecutable(SCRIPT) && System.getProperty("os.name").equals("Linux"), "no script of util-linux");
    }

    private record Session(int status, String screen) {}

    /** Types some keys as soon as there is a prompt, and waits for the end. */
    private Session type(String keys, String options, String terminal) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                SCRIPT.toString(),
                "-qec",
                Assembled.HOME.resolve("bin/breadboard").toString(),
                "/dev/null");
        builder.environment().put("BREADBOARD_OPTS", "-XX:TieredStopAtLevel=1 -Duser.home=" + temp + " " + options);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TERM", terminal);
        builder.redirectErrorStream(true);
        Process process = builder.start();
        try (InputStream screen = process.getInputStream();
                OutputStream keyboard = process.getOutputStream()) {
            StringBuilder text = new StringBuilder();
            while (!text.toString().contains(PROMPT)) {
                read(screen, text);
            }
            keyboard.write(keys.getBytes(StandardCharsets.US_ASCII));
            keyboard.flush();
            text.append(new String(screen.readAllBytes(), StandardCharsets.UTF_8));
            assertTrue(process.waitFor(1, TimeUnit.MINUTES), text.toString());
            return new Session(process.exitValue(), text.toString());
        } finally {
            process.destroyForcibly();
        }
    }

    private static void read(InputStream screen, StringBuilder text) throws IOException {
        int next = screen.read();
        assertTrue(next >= 0, "no prompt in: " + text);
        text.append((char) next);
    }

    @Test
    void shouldHaveAPromptBeforeFelixAndDoWhatIsTypedThere() throws Exception {
        Session session = type("list testbeds\nexit\n", "", "xterm");
        assertEquals(0, session.status, session.screen);
        assertTrue(session.screen.startsWith(GREETING + "\r\n" + PROMPT), session.screen);
        assertTrue(session.screen.contains(BEGIN_LINE_ANEW), session.screen);
        assertTrue(session.screen.contains("fasst-cib"), session.screen);
        assertEquals(1, session.screen.split(GREETING, -1).length - 1, session.screen);
    }

    @Test
    void shouldSayInOneSentenceBehindThePromptThatItCouldNotStart() throws Exception {
        Session session = type("", "-Djava.io.tmpdir=" + temp.resolve("nowhere"), "xterm");
        assertEquals(1, session.status, session.screen);
        String said = session.screen.substring(session.screen.indexOf(BEGIN_LINE_ANEW) + BEGIN_LINE_ANEW.length());
        assertTrue(said.startsWith("The folder for temporary files, " + temp.resolve("nowhere")), session.screen);
        assertEquals(1, said.lines().count(), session.screen);
    }

    @Test
    void shouldShowNoPromptThatItCannotTakeAwayAgain() throws Exception {
        Session session = type("exit\n", "", "dumb");
        assertEquals(0, session.status, session.screen);
        assertTrue(session.screen.startsWith(GREETING), session.screen);
        assertTrue(!session.screen.contains("\u001b[K"), session.screen);
    }
}

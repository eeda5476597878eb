// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.tutorial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.Screen;
import org.junit.jupiter.api.Test;

class TutorialTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> ran = new ArrayList<>();
    private int failing = -1;

    private ExitStatus run(int from, String keys) {
        InputStream typed = keys == null ? null : new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8));
        Console console = new Console(new PrintStream(out), new PrintStream(err), true, 80, false, new Cancellation());
        return new Tutorial(console, typed, words -> {
                    String command = String.join(" ", words);
                    ran.add(command);
                    return ran.size() == failing
                            ? 3
                            : Lesson.ALL.stream()
                                    .filter(lesson -> lesson.command().equals(command))
                                    .findFirst()
                                    .orElseThrow()
                                    .status();
                })
                .run(from);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldRunAllStepsWhereNobodyPressesEnter() {
        assertEquals(ExitStatus.DONE, run(1, null));
        assertEquals(Lesson.ALL.stream().map(Lesson::command).toList(), ran);
        assertFalse(printed().contains("Enter"), printed());
        assertTrue(printed().lines().allMatch(line -> line.length() <= 100), printed());
    }

    @Test
    void shouldFitATerminal() {
        PrintStream screen = Screen.of(new PrintStream(out, true, StandardCharsets.UTF_8), 60);
        Console console = new Console(screen, new PrintStream(err), true, 60, false, new Cancellation());
        int[] step = {0};
        new Tutorial(console, null, words -> Lesson.ALL.get(step[0]++).status()).run(1);
        assertEquals(Lesson.ALL.size(), step[0]);
        // A command is to be copied, and stays one line.
        assertTrue(printed().lines().allMatch(line -> line.length() <= 60 || line.startsWith("    ")), printed());
    }

    @Test
    void shouldWaitSkipAndLeave() {
        assertEquals(ExitStatus.DONE, run(1, "\ns\n\nq\n"));
        assertEquals(List.of(Lesson.ALL.get(0).command(), Lesson.ALL.get(2).command()), ran.subList(0, 2));
        assertTrue(printed().contains("goes on here."), printed());
    }

    @Test
    void shouldGoOnFromAStepUntilThereIsNoInput() {
        run(3, "\n");
        assertEquals(List.of(Lesson.ALL.get(2).command()), ran);
        assertTrue(printed().contains("'tutorial 4' goes on here."), printed());
    }

    @Test
    void shouldEndWithASentenceAtAStepThatFails() {
        failing = 2;
        assertEquals(ExitStatus.FAILED, run(1, null));
        assertEquals(2, ran.size());
        String said = err.toString(StandardCharsets.UTF_8);
        assertEquals(1, said.lines().count(), said);
        assertTrue(said.startsWith("Step 2 failed: 'run fasst-smallbank"), said);
        assertTrue(said.contains("exit code 3 and not 0; 'tutorial 2' tries it again, 'tutorial 3' goes on"), said);
    }
}

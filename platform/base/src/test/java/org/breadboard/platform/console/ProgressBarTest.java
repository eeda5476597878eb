// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final AtomicLong nowNs = new AtomicLong();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ProgressBar bar =
            new ProgressBar(new PrintStream(bytes, true, StandardCharsets.UTF_8), 100, "run", nowNs::get);

    @Test
    void shouldStayAwayFromShortWork() {
        nowNs.set(SECOND_NS - 1);
        bar.at("", 0.5, "");
        bar.close();
        assertEquals("", shown());
    }

    @Test
    void shouldShowRateAndTimeLeft() {
        nowNs.set(3 * SECOND_NS);
        bar.at("", 0.25, "1.6 M messages/s");
        assertTrue(shown().contains("25%, 1.6 M messages/s, 9 s left"), shown());
    }

    @Test
    void shouldShowWhatIsBeingDoneAndWhatIsLeftOfThat() {
        bar.at("populating", Double.NaN, "");
        nowNs.set(3 * SECOND_NS);
        bar.at("populating", Double.NaN, "");
        assertTrue(shown().contains("run: populating, 3 s so far"), shown());
        nowNs.set(10 * SECOND_NS);
        bar.at("warming up", 0, "");
        nowNs.set(21 * SECOND_NS / 2);
        bar.at("warming up", 0.125, "");
        nowNs.set(11 * SECOND_NS);
        bar.at("measuring", 0.25, "");
        assertTrue(shown().contains("run: measuring ["), shown());
        assertTrue(shown().contains(" 25%, 3 s left"), "populating has told nothing of it: " + shown());
    }

    /** A second half that is four times as slow as the first. */
    @Test
    void shouldNotHaveTheTimeLeftJump() {
        double before = Double.NaN;
        for (int tenth = 1; tenth < 500; tenth++) {
            nowNs.set(tenth * SECOND_NS / 10);
            bytes.reset();
            double share = tenth <= 100 ? tenth / 200.0 : 0.5 + (tenth - 100) / 800.0;
            bar.at("", share, "");
            Matcher left = Pattern.compile(", (\\d+) s left").matcher(shown());
            if (left.find()) {
                double now = Double.parseDouble(left.group(1));
                assertFalse(Math.abs(now - before) > 2, "after " + tenth / 10.0 + " s: " + before + ", then " + now);
                before = now;
            }
        }
        assertTrue(before <= 3, "it ends with " + before + " s left");
    }

    @Test
    void shouldTellNothingOfTheTimeLeftTooSoon() {
        nowNs.set(2 * SECOND_NS);
        bar.at("", 0.001, "");
        assertFalse(shown().contains("left"), shown());
    }

    @Test
    void shouldNeverBeWiderThanTheTerminalAndLeaveNothingBehind() {
        nowNs.set(3 * SECOND_NS);
        bar.at("measuring", 0.25, "x".repeat(200));
        bar.close();
        for (String line : shown().split("\r", -1)) {
            assertTrue(line.length() < 100, line);
        }
        assertFalse(shown().contains("\n"));
        assertTrue(shown().endsWith(" \r"), shown());
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

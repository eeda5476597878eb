package com.example.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.breadboard.testkit.verbs.VerbContract;
import org.junit.jupiter.api.Test;

class LadderTest extends VerbContract {
    private static final String MIX = """
            protocol: fasst
            hardware.profile: connect-ib
            workload: smallbank
            cluster: {nodes: 2, threads: 2, scale: 0.01}
            time: {warmupUs: 20, measureUs: 100}
            """;

    @Override
    protected Class<LadderPlugin> plugin() {
        return LadderPlugin.class;
    }

    @Test
    void shouldCommitMoreWithMoreContexts() throws Exception {
        mix("small", MIX);
        assertEquals(0, call("ladder", "small", "--most", "4", "--output", "csv"), this::err);
        List<String> lines = out().lines().toList();
        assertEquals("contexts,committedPerSecond,latencyP50Us,latencyP99Us", lines.get(0));
        assertEquals(4, lines.size(), this::out);
        assertTrue(committed(lines.get(3)) > 1.5 * committed(lines.get(1)), this::out);
    }

    @Test
    void shouldTellWhatAMixLacks() throws Exception {
        assertEquals(2, call("ladder", "smal"));
        assertTrue(err().startsWith("There is no mix 'smal'"), this::err);
        assertEquals(2, call("ladder", "small", "--most", "0"));
        assertTrue(err().startsWith("--most is 1 or more, and not 0"), this::err);
    }

    private static double committed(String line) {
        return Double.parseDouble(line.split(",", -1)[1]);
    }
}

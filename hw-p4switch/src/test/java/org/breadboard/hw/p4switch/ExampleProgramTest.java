// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.api.runtime.Message;
import org.junit.jupiter.api.Test;

/** The example in the documentation of {@code org.breadboard.api.pipeline}. */
class ExampleProgramTest {
    private static final int PORT = 9063;

    /** Word for word what the documentation has. */
    private static final class Thinning implements PipelineProgram {
        @Override
        public void assemble(Assembly assembly) {
            assembly.ports(9000, 64);
            assembly.passes(2);
            Field client = assembly.header("client", 1, 32);
            Field counted = assembly.metadata("counted", 8);
            Field again = assembly.carried("again", 8);
            Register packets = assembly.register("packets", 0, 1024, 8);

            Stage.Access count = assembly.stage(0).access(packets, client);
            count.when(again.is(1)).set(0);
            count.when().ifBelow(99, counted).add(1);

            Stage verdict = assembly.stage(1);
            verdict.when(again.is(0), counted.is(0)).set(again, 1).then(Fate.RECIRCULATE);
            verdict.when(again.is(1)).count("thinning.dropped").then(Fate.DROP);
        }
    }

    private int arrived;

    /** Lets each of two clients send so many packets, one after the other; counts what arrives. */
    private SwitchBench send(int each) {
        SwitchBench bench = new SwitchBench(3, Map.of()).load(new Thinning());
        for (int client = 0; client < 2; client++) {
            byte number = (byte) (7 + client);
            bench.socket(
                    client,
                    10_000,
                    (step, endpoint) -> {
                        for (int i = 0; i < each; i++) {
                            Message packet = step.take(20);
                            packet.lengthBytes(20);
                            packet.bytes()[4] = number;
                            assertTrue(endpoint.post(step, 2, PORT, packet));
                        }
                    },
                    m -> {});
        }
        arrived = 0;
        bench.socket(2, PORT, (step, endpoint) -> {}, message -> arrived++);
        bench.run();
        return bench;
    }

    @Test
    void shouldDropOneInAHundredOfEachClient() {
        SwitchBench none = send(99);
        assertEquals(198, arrived);
        assertEquals(0, none.count("switch.recirculated"));
        SwitchBench one = send(100);
        assertEquals(198, arrived);
        assertEquals(2, one.count("switch.recirculated"));
        assertEquals(2, one.count("switch.thinning.dropped"));
    }

    @Test
    void shouldBeginAnewAfterADrop() {
        // 10 Gb/s put packets of this size 67 ns apart: some ten of a client pass while the hundredth is on its way
        // round.
        SwitchBench bench = send(190);
        long dropped = bench.count("switch.thinning.dropped");
        assertTrue(dropped >= 2 && dropped < 40, dropped + " dropped");
        assertEquals(380, arrived + dropped);
    }

    @Test
    void shouldBeWhatTheDocumentationSays() throws IOException {
        Path root = Path.of("").toAbsolutePath().getParent();
        List<String> example = Files.readAllLines(
                        root.resolve("api/api/src/main/java/org/breadboard/api/pipeline/package-info.java"))
                .stream()
                .dropWhile(line -> !line.contains("<pre>"))
                .skip(1)
                .takeWhile(line -> !line.contains("</pre>"))
                .map(line -> line.substring(2).strip())
                .toList();
        List<String> here = Files.readAllLines(
                        root.resolve("hw-p4switch/src/test/java/org/breadboard/hw/p4switch/ExampleProgramTest.java"))
                .stream()
                .dropWhile(line -> !line.contains("class Thinning"))
                .skip(2)
                .limit(example.size())
                .map(String::strip)
                .toList();
        assertEquals(here, example);
    }
}

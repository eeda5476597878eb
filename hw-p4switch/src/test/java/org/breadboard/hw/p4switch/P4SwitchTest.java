// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.DatagramTransport.Endpoint;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;

class P4SwitchTest {
    private static final int PORT = 9000;
    private static final Map<String, Double> INSTANT =
            Map.of("packetRateMpps", 1000.0, "passNs", 0.0, "recirculationNs", 0.0);

    /**
     * Byte 0 says how many passes a packet wants; a register gives each pass its number, which the packet takes along.
     */
    private static final PipelineProgram PASSES = assembly -> {
        assembly.ports(PORT, 1);
        Field wanted = assembly.header("wanted", 0, 8);
        Field stamp = assembly.header("stamp", 1, 8);
        Field done = assembly.carried("done", 8);
        Field zero = assembly.carried("zero", 32);
        assembly.stage(0).when().add(done, 1);
        assembly.stage(1)
                .access(assembly.register("clock", 1, 1, 8), zero)
                .when()
                .old(stamp)
                .add(1);
        assembly.stage(2).when(done.below(wanted)).then(Fate.RECIRCULATE).count("again");
    };

    private final List<String> arrived = new ArrayList<>();

    private static Message packet(Step step, int... bytes) {
        Message message = step.take(bytes.length);
        message.lengthBytes(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            message.bytes()[i] = (byte) bytes[i];
        }
        return message;
    }

    private static String text(Message message) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < message.lengthBytes(); i++) {
            text.append(message.bytes()[i]).append(' ');
        }
        return text.toString().trim();
    }

    private void sink(SwitchBench bench, int node, int port) {
        bench.socket(node, port, (step, endpoint) -> {}, message -> {
            assertEquals(node, message.targetNode());
            assertEquals(port, message.port());
            arrived.add(message.sourceNode() + ": " + text(message));
        });
    }

    private static PipelineProgram then(Fate fate) {
        return assembly -> {
            assembly.ports(PORT, 1);
            assembly.stage(0).when().then(fate);
        };
    }

    @Test
    void shouldForwardToTheTargetWithoutAProgram() {
        SwitchBench bench = new SwitchBench(3, INSTANT);
        bench.socket(
                0,
                7,
                (step, endpoint) -> {
                    assertTrue(endpoint.post(step, 1, PORT, packet(step, 1)));
                    assertTrue(endpoint.post(step, 2, PORT, packet(step, 2, 3)));
                },
                m -> {});
        sink(bench, 1, PORT);
        sink(bench, 2, PORT);
        bench.run();
        assertEquals(List.of("0: 1", "0: 2 3"), arrived);
        assertEquals(2, bench.count("switch.forwarded"));
        assertEquals(0, bench.count("switch.recirculated"));
    }

    @Test
    void shouldBeginWithEmptyRegistersAfterEachCrash() {
        int sent = 120;
        DeviceBench.Faults crashes = DeviceBench.Faults.NONE.with("switch-crash", 40_000, 8_000);
        Map<String, Double> slow = Map.of("packetRateMpps", 1000.0, "passNs", 0.0, "recirculationNs", 3_000.0);
        SwitchBench bench = new SwitchBench(2, slow, crashes, 1, false).load(PASSES);
        bench.socket(
                0,
                7,
                (step, endpoint) -> {
                    for (int i = 0; i < sent; i++) {
                        assertTrue(endpoint.post(step, 1, PORT, packet(step, 2, 0)));
                    }
                },
                m -> {});
        sink(bench, 1, PORT);
        bench.run();
        List<Integer> stamps = arrived.stream()
                .map(text -> Integer.parseInt(text.substring(text.lastIndexOf(' ') + 1)))
                .toList();
        int begun = 1;
        for (int i = 1; i < stamps.size(); i++) {
            begun += stamps.get(i) < stamps.get(i - 1) ? 1 : 0;
        }
        assertTrue(begun >= 2, stamps::toString);
        assertTrue(stamps.stream().allMatch(stamp -> stamp < sent), stamps::toString);
        assertTrue(bench.count("switch.droppedByCrash") > 0, "what went round when it crashed is gone");
        assertEquals(sent, arrived.size() + bench.count("lostInSwitch") + bench.count("switch.droppedByCrash"));
    }

    @Test
    void shouldDropWhatHasNoPort() {
        SwitchBench bench = new SwitchBench(2, INSTANT);
        bench.socket(
                0,
                7,
                (step, endpoint) -> {
                    assertTrue(endpoint.post(step, 40, PORT, packet(step, 1)));
                    assertTrue(endpoint.post(step, 60_000, PORT, packet(step, 1)));
                },
                m -> {});
        bench.run();
        assertEquals(2, bench.count("switch.droppedUnknownAddress"));
        assertEquals(0, bench.count("switch.forwarded"));
    }

    @Test
    void shouldShowTheProgramItsOwnPortsOnly() {
        SwitchBench bench = new SwitchBench(2, INSTANT).load(then(Fate.DROP));
        bench.socket(
                0,
                7,
                (step, endpoint) -> {
                    assertTrue(endpoint.post(step, 1, PORT, packet(step, 1)));
                    assertTrue(endpoint.post(step, 1, PORT + 1, packet(step, 2)));
                },
                m -> {});
        bench.socket(0, PORT, (step, endpoint) -> endpoint.post(step, 1, PORT + 1, packet(step, 3)), m -> {});
        sink(bench, 1, PORT);
        sink(bench, 1, PORT + 1);
        bench.run();
        assertEquals(List.of("0: 2"), arrived, "neither to the port nor from it");
        assertEquals(2, bench.count("switch.droppedByProgram"));
        assertEquals(1, bench.count("switch.forwarded"));
    }

    @Test
    void shouldTurnAPacketRoundWithItsChanges() {
        SwitchBench bench = new SwitchBench(2, INSTANT).load(assembly -> {
            assembly.ports(PORT, 1);
            assembly.stage(0)
                    .when()
                    .set(assembly.header("byte", 1, 8), 77)
                    .count("seen")
                    .then(Fate.TURN_ROUND);
        });
        bench.socket(0, 7, (step, endpoint) -> endpoint.post(step, 1, PORT, packet(step, 1, 2)), message -> {
            assertEquals(7, message.port());
            assertEquals(0, message.targetNode());
            arrived.add(message.sourceNode() + ": " + text(message));
        });
        sink(bench, 1, PORT);
        bench.run();
        assertEquals(List.of("1: 1 77"), arrived);
        assertEquals(1, bench.count("switch.turnedRound"));
        assertEquals(1, bench.count("switch.seen"));
    }

    @Test
    void shouldLetOtherPacketsPassBetweenTwoPassesOfOne() {
        SwitchBench bench = new SwitchBench(3, INSTANT).load(PASSES);
        // They arrive together, from two links; the first one takes three passes.
        bench.socket(0, 7, (step, endpoint) -> endpoint.post(step, 2, PORT, packet(step, 3, 0)), m -> {});
        bench.socket(1, 7, (step, endpoint) -> endpoint.post(step, 2, PORT, packet(step, 1, 0)), m -> {});
        sink(bench, 2, PORT);
        bench.run();
        assertEquals(List.of("1: 1 1", "0: 3 3"), arrived, "the clock ticked for the second packet in between");
        assertEquals(2, bench.count("switch.recirculated"));
        assertEquals(2, bench.count("switch.again"));
        assertEquals(2, bench.count("switch.forwarded"));
    }

    @Test
    void shouldTakeTheTimeOfPassesAndOfTheWayBack() {
        // Recirculation at 1600 Gbit/s x 1/200 = 8 Gbit/s: a byte takes 1 ns.
        Map<String, Double> slow =
                Map.of("packetRateMpps", 10.0, "passNs", 300.0, "recirculationShare", 0.005, "recirculationNs", 50.0);
        long[] at = new long[2];
        for (int passes = 1; passes <= 2; passes++) {
            SwitchBench bench = new SwitchBench(2, slow).load(PASSES);
            int wanted = passes;
            bench.socket(
                    0,
                    7,
                    (step, endpoint) -> {
                        Message message = step.take(58);
                        message.lengthBytes(58);
                        message.bytes()[0] = (byte) wanted;
                        endpoint.post(step, 1, PORT, message);
                    },
                    m -> {});
            sink(bench, 1, PORT);
            bench.run();
            assertEquals(1, arrived.size());
            arrived.clear();
            at[passes - 1] = bench.hosts.nowNs();
            assertEquals(passes * 100.0, bench.hosts.busyNs(3, "switch.pipeline"), 1e-6);
        }
        // 42 + 58 bytes and 24 around them, twice at 1 Gbit/s; twice 1000 ns; a pass of 100 ns, and 300 until it is
        // through.
        assertEquals(2 * 124 * 8 + 2000 + 100 + 300, at[0]);
        // Another pass; the way back is 50 ns and that of 124 bytes and 5 carried ones.
        assertEquals(at[0] + 400 + 50 + 129, at[1]);
    }

    @Test
    void shouldTakeCarriedFieldsAlongAndOffAgain() {
        for (int length = 2; length < 100; length++) {
            int lengthBytes = length;
            SwitchBench bench = new SwitchBench(2, INSTANT).load(PASSES);
            bench.socket(
                    0,
                    7,
                    (step, endpoint) -> {
                        Message message = step.take(lengthBytes);
                        message.lengthBytes(lengthBytes);
                        message.bytes()[0] = 9;
                        message.bytes()[lengthBytes - 1] = 5;
                        endpoint.post(step, 1, PORT, message);
                    },
                    m -> {});
            bench.socket(1, PORT, (step, endpoint) -> {}, message -> {
                assertEquals(lengthBytes, message.lengthBytes());
                assertEquals(9, message.bytes()[0]);
                assertEquals(8, message.bytes()[1]);
                assertTrue(lengthBytes == 2 || message.bytes()[lengthBytes - 1] == 5);
                arrived.add("whole");
            });
            bench.run();
            assertEquals(8, bench.count("switch.recirculated"));
        }
        assertEquals(98, arrived.size());
    }

    @Test
    void shouldPutNothingOfTheCarriedFieldsOnTheLink() {
        SwitchBench bench = new SwitchBench(2, INSTANT).load(PASSES);
        List<Integer> seen = new ArrayList<>();
        bench.hosts.fabric().attach(2, 1, 0, (transit, frame) -> {
            seen.add(frame.lengthBytes());
            seen.add(frame.wireBytes());
            transit.release(frame);
        });
        bench.socket(
                0,
                7,
                (step, endpoint) -> {
                    Message message = step.take(30);
                    message.lengthBytes(30);
                    message.bytes()[0] = 2;
                    endpoint.post(step, 2, PORT, message);
                },
                m -> {});
        bench.run();
        assertEquals(List.of(72, 96), seen);
        assertEquals(1, bench.count("switch.recirculated"));
    }

    @Test
    void shouldLeaveDamagedFramesToTheNicToDrop() {
        int[] damage = {0, 5, 24, 30, 39};
        for (int at : damage) {
            SwitchBench bench = new SwitchBench(3, INSTANT);
            bench.hosts.fabric().interposeSwitch(next -> (transit, frame) -> {
                frame.bytes()[at] ^= 1;
                next.arrive(transit, frame);
            });
            bench.socket(0, 7, (step, endpoint) -> endpoint.post(step, 1, PORT, packet(step, 1, 2)), m -> {});
            sink(bench, 1, PORT);
            bench.run();
            assertEquals(List.of(), arrived, "byte " + at);
            assertEquals(1, bench.count("ethernet.malformed"), "byte " + at);
        }
    }

    @Test
    void shouldDropWhatRecirculatesForEver() {
        SwitchBench bench = new SwitchBench(2, Map.of("maxPasses", 10)).load(then(Fate.RECIRCULATE));
        bench.socket(0, 7, (step, endpoint) -> endpoint.post(step, 1, PORT, packet(step, 1)), m -> {});
        sink(bench, 1, PORT);
        bench.run();
        assertEquals(List.of(), arrived);
        assertEquals(9, bench.count("switch.recirculated"));
        assertEquals(1, bench.count("switch.droppedTooManyPasses"));
        assertEquals(
                List.of("let packets recirculate that had had switch.maxPasses=10 passes, and so were dropped."),
                bench.remarks());
    }

    @Test
    void shouldRemarkThatAProgramSawNothing() {
        for (int port : new int[] {PORT, PORT + 1}) {
            SwitchBench bench = new SwitchBench(2, INSTANT).load(then(Fate.FORWARD));
            bench.socket(0, 7, (step, endpoint) -> endpoint.post(step, 1, port, packet(step, 1)), m -> {});
            sink(bench, 1, port);
            assertEquals(List.of(), bench.remarks(), "nothing was sent");
            bench.run();
            assertEquals(
                    port == PORT ? List.of() : List.of("saw no packet: it sees datagrams, to or from its ports."),
                    bench.remarks());
        }
    }

    @Test
    void shouldDropWhatFindsThePacketBufferFull() {
        // A pass takes 1 ms, so that all but the first find two packets waiting.
        SwitchBench bench = new SwitchBench(3, Map.of("bufferPackets", 2, "packetRateMpps", 0.001)).load(PASSES);
        bench.socket(
                0,
                7,
                (step, endpoint) -> {
                    for (int i = 0; i < 6; i++) {
                        assertTrue(endpoint.post(step, 1, PORT, packet(step, 3, 0)));
                    }
                },
                m -> {});
        sink(bench, 1, PORT);
        bench.run();
        assertEquals(2, arrived.size(), "recirculating packets keep their places");
        assertEquals(4, bench.count("switch.droppedBufferFull"));
        assertEquals(2, bench.count("switch.forwarded"));
    }

    @Test
    void shouldPassPacketsThatAreNoFramesUnjudged() {
        SwitchBench bench = new SwitchBench(2, INSTANT).load(then(Fate.DROP));
        List<Long> received = new ArrayList<>();
        Fabric.Port port = bench.hosts.fabric().attach(2, 1, 0, (transit, message) -> {
            received.add(message.register(3));
            transit.release(message);
        });
        Stage stage = bench.hosts.stage(0, "other", (step, message) -> {});
        stage.add(new org.breadboard.api.runtime.Task() {
            @Override
            protected Next step(Step step) {
                Message message = step.take(60);
                // The bytes look like a frame to the program's port, to another node.
                Frame.write(message.bytes(), 0, PORT, 1, PORT, 10);
                message.lengthBytes(52);
                message.targetNode(2);
                message.register(3, 1234);
                step.leave(port.egress(), message);
                return Next.DONE;
            }
        });
        bench.run();
        assertEquals(List.of(1234L), received);
        assertEquals(1, bench.count("switch.forwarded"));
    }

    @Test
    void shouldDropWhatItHasNoRoomFor() {
        SwitchBench bench = new SwitchBench(2, Map.of("bufferPackets", 1, "packetRateMpps", 0.001));
        List<Long> received = new ArrayList<>();
        Fabric.Port port = bench.hosts.fabric().attach(2, 1000, 0, (transit, message) -> {
            received.add(message.register(0));
            transit.release(message);
        });
        Stage stage = bench.hosts.stage(0, "other", (step, message) -> {});
        stage.add(new org.breadboard.api.runtime.Task() {
            @Override
            protected Next step(Step step) {
                for (int i = 0; i < 3; i++) {
                    Message message = step.take(8);
                    message.targetNode(2);
                    message.register(0, i);
                    step.leave(port.egress(), message);
                }
                return Next.DONE;
            }
        });
        bench.run();
        assertEquals(List.of(0L, 1L), received, "one has its pass, one waits");
        assertEquals(0, bench.hosts.messagesOut());
        assertEquals(1, bench.count("switch.droppedBufferFull"));
    }

    @Test
    void shouldRefuseASecondProgram() {
        SwitchBench bench = new SwitchBench(2, INSTANT).load(PASSES);
        assertThrows(IllegalStateException.class, () -> bench.load(PASSES));
    }

    @Test
    void shouldDoTheSameForTheSameSeedOnALossyNetwork() {
        assertEquals(lossy(5), lossy(5));
        assertTrue(!lossy(5).equals(lossy(6)), "the seed decides");
    }

    /** What arrives, with when the last did, and what was counted. */
    private List<String> lossy(long seed) {
        arrived.clear();
        DeviceBench.Faults faults = new DeviceBench.Faults(0.1, 0.1, 0.1);
        SwitchBench bench = new SwitchBench(3, Map.of("bufferPackets", 50), faults, seed, seed % 2 == 0).load(PASSES);
        for (int node = 0; node < 2; node++) {
            bench.socket(node, 7, P4SwitchTest::burst, m -> {});
        }
        sink(bench, 2, PORT);
        bench.run();
        List<String> result = new ArrayList<>(arrived);
        result.add(bench.hosts.nowNs() + " " + bench.count("lost") + " " + bench.count("switch.recirculated"));
        assertEquals(
                bench.count("ethernet.sends") + bench.count("duplicated"),
                arrived.size() + bench.count("lost") + bench.count("switch.droppedBufferFull"),
                "seed " + seed);
        return result;
    }

    private static void burst(Step step, Endpoint endpoint) {
        for (int i = 0; i < 200; i++) {
            assertTrue(endpoint.post(step, 2, PORT, packet(step, 1 + i % 5, 0)));
        }
    }

    @Test
    void shouldSayWhatItReachesAndHasToAProgram() {
        int[] seen = new int[2];
        new SwitchBench(1, Map.of("stages", 5, "headerVectorBits", 1024)).load((Assembly assembly) -> {
            seen[0] = assembly.stages();
            seen[1] = assembly.reachBytes();
        });
        assertEquals(5, seen[0]);
        assertEquals(1024 / 8 - 42, seen[1]);
    }
}

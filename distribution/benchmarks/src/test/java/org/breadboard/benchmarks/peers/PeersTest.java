// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.workload.Workload;
import org.junit.jupiter.api.Test;
import umontreal.ssj.simevents.eventlist.SplayTree;

/** Whether those that are compared do the same. */
final class PeersTest {
    private static final double SCALE = 0.001;
    private static final double SECONDS = 0.3;

    /** Many packets keep all threads busy: what they do decides. */
    @Test
    void shouldServeAsManyPacketsUnderLoad() {
        shouldServeAsMany(Shape.CONTEXTS, Shape.MACHINES * Shape.THREADS / Shape.HOST_NS);
    }

    /** A packet for each thread hardly waits: all of its way decides. */
    @Test
    void shouldServeAsManyPacketsWithoutLoad() {
        double nicsNs = 2 * Shape.nicNs(Shape.WIRE_BYTES);
        double wayNs = 2 * Shape.linkNs(Shape.WIRE_BYTES) + Shape.ONE_WAY_NS;
        shouldServeAsMany(1, Shape.MACHINES * Shape.THREADS / (nicsNs + wayNs + Shape.HOST_NS));
    }

    private static void shouldServeAsMany(int contexts, double most) {
        try (Loop breadboard = new BreadboardLoop(contexts);
                Loop ssj = new SsjLoop(new SplayTree(), contexts)) {
            double rate = packetsPerNs(breadboard);
            assertTrue(rate > 0.9 * most && rate <= most * 1.001, rate + " of " + most);
            assertEquals(rate, packetsPerNs(ssj), 0.01 * rate);
        }
    }

    private static double packetsPerNs(Loop loop) {
        loop.runUntil(20_000);
        long packets = loop.packets();
        loop.runUntil(320_000);
        return (loop.packets() - packets) / 300_000.0;
    }

    /** A run looks for money itself when its transactions are over. */
    @Test
    void shouldKeepTheMoneyOfTheMap() throws Exception {
        Workload workload = Bank.workload(SCALE);
        try (Bank bank = new MapBank(workload)) {
            assertTrue(new BankRun(workload, bank, 1).goOn(SECONDS) > 0);
        }
    }

    @Test
    void shouldKeepTheMoneyOfH2() throws Exception {
        Workload workload = Bank.workload(SCALE);
        try (Bank bank = new H2Bank(workload)) {
            assertTrue(new BankRun(workload, bank, 1).goOn(SECONDS) > 0);
        }
    }
}

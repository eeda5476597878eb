// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Plugin;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several workloads at once on HADES's nodes (HADES VIII.E), each judged by its own invariants. */
class SideBySideTest {
    private static final List<Plugin> PLUGINS =
            List.of(new HadesPlugin(), new HtmBloomPlugin(), new WorkloadsPlugin(), new FalseBooks());
    private static final Map<String, Object> HASHED = Map.of("keys", 100_000, "store", "ht");
    private static final Map<String, Object> TREE = Map.of("keys", 100_000, "store", "bplustree");

    private static TestMix mix(String protocol) {
        return TestMix.of(PLUGINS, "hades-node", protocol, "shared")
                .cluster(3, 4, 1)
                .contexts(2)
                .scale(0.05);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hades", "hades-h", "sw-impl"})
    void shouldVerifyTwoKindsOfWorkload(String protocol) {
        for (long seed = 1; seed <= 2; seed++) {
            TestMix mix = mix(protocol).tenant("bank", "smallbank", 2, Map.of()).tenant("ycsb", "ycsb", 2, HASHED);
            TestOutcome outcome = (seed % 2 == 0 ? mix.explore() : mix).runVerified(seed);
            assertTrue(outcome.types().get("ycsb.requests") > 0, outcome.types().toString());
            assertTrue(
                    outcome.types().get("bank.amalgamate") > 0, outcome.types().toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hades", "hades-h", "sw-impl"})
    void shouldVerifyTheSameWorkloadTwice(String protocol) {
        TestMix mix = mix(protocol).tenant("ycsb", "ycsb", 3, HASHED).tenant("ycsb-2", "ycsb", 1, TREE);
        TestOutcome outcome = mix.runVerified(1);
        long first = outcome.types().get("ycsb.requests");
        long second = outcome.types().get("ycsb-2.requests");
        assertEquals(outcome.committed(), first + second);
        assertTrue(first > second && second > 0, "three cores against one: " + outcome.types());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hades", "sw-impl"})
    void shouldJudgeEachByItsOwnInvariants(String protocol) {
        TestMix mix = mix(protocol)
                .tenant("a", "smallbank", 1, Map.of())
                .tenant("b", "false-books", 1, Map.of())
                .tenant("c", "smallbank", 1, Map.of())
                .tenant("d", "ycsb", 1, HASHED);
        TestOutcome outcome = mix.run(3);
        assertFalse(outcome.verified());
        assertEquals(1, outcome.findings().size(), outcome.findings().toString());
        assertTrue(
                outcome.findings().get(0).startsWith("Invariant b.money-conserved does not hold"),
                outcome.findings().toString());
    }

    /** SmallBank, whose transactions account for a cent more than they pay in. */
    private static final class FalseBooks implements Plugin, WorkloadType {
        private final WorkloadType bank = new WorkloadsPlugin()
                .workloads().stream()
                        .filter(type -> type.id().equals("smallbank"))
                        .findFirst()
                        .orElseThrow();

        @Override
        public String id() {
            return "false-books";
        }

        @Override
        public String description() {
            return "a bank that lies";
        }

        @Override
        public List<WorkloadType> workloads() {
            return List.of(this);
        }

        @Override
        public List<Setting<?>> settings() {
            return bank.settings();
        }

        @Override
        public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
            return new Lying(bank.create(settings, nodes, threadsPerNode, scale));
        }
    }

    private record Lying(Workload honest, List<TransactionLogic> transactions) implements Workload {
        Lying(Workload honest) {
            this(honest, new ArrayList<>());
            honest.transactions().forEach(logic -> transactions.add(new OneMore(logic)));
        }

        @Override
        public List<TableSpec> tables() {
            return honest.tables();
        }

        @Override
        public Population population(int table) {
            return honest.population(table);
        }

        @Override
        public Generator generator(int node, int thread, Placement placement) {
            Generator own = honest.generator(node, thread, placement);
            return (random, into) -> {
                own.next(random, into);
                into.become(into.type(), transactions.get(into.type()));
            };
        }

        @Override
        public List<Invariant> invariants() {
            return honest.invariants();
        }
    }

    private record OneMore(TransactionLogic honest) implements TransactionLogic {
        @Override
        public String name() {
            return honest.name();
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            Decision decision = honest.run(round, transaction);
            if (decision == Decision.COMMIT) {
                transaction.account(1);
            }
            return decision;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;

/** A workload that can be chosen, and no more. */
final class ToyBank implements WorkloadType {
    private static final Setting<Integer> VALUE_BYTES =
            Setting.count("valueBytes", "bytes", 8, 1, 10_000, "what a toy takes");
    private static final Setting<Boolean> ORDERED = Setting.flag("ordered", false, "whether toys stand in order");
    private static final Setting<Boolean> SPREAD = Setting.flag("spread", false, "whether their order is of all nodes");
    private static final Setting<Boolean> BROKE = Setting.flag("broke", false, "whether it refuses to be built");
    private static final Setting<Boolean> HANGS = Setting.flag("hangs", false, "whether it is never built");

    private static final Setting<String> ASKS = Setting.choice(
            "asks", List.of("record", "range", "wide-range", "other-node"), "what its transactions want");

    private final String id;

    ToyBank(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return "a bank for toys";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(VALUE_BYTES, ORDERED, SPREAD, BROKE, HANGS, ASKS);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        if (settings.get(HANGS)) {
            ToyHangs.forAWhile();
        }
        if (settings.get(BROKE)) {
            throw new RefusedException("There is no bank without money.");
        }
        TableSpec toys = new TableSpec(0, "toys", settings.get(VALUE_BYTES), 100, settings.get(ORDERED));
        TableSpec table = settings.get(SPREAD) ? toys.withSpreadRanges() : toys;
        ToyWish wish = new ToyWish(settings.get(ASKS));
        return new Workload() {
            @Override
            public List<TableSpec> tables() {
                return List.of(table);
            }

            @Override
            public Population population(int ofTable) {
                return new Population() {
                    @Override
                    public long candidates() {
                        return 0;
                    }

                    @Override
                    public long key(long index) {
                        throw new IllegalStateException("there are none");
                    }

                    @Override
                    public boolean value(long key, byte[] value) {
                        return false;
                    }
                };
            }

            @Override
            public List<TransactionLogic> transactions() {
                return List.of(wish);
            }

            @Override
            public Generator generator(int node, int thread, Placement placement) {
                return (random, into) -> {
                    into.begin(0, wish);
                    into.put(node);
                };
            }

            @Override
            public int partition(int ofTable, long key, int partitions) {
                return (int) Math.floorMod(key / ToyWish.KEYS_PER_NODE, (long) partitions);
            }

            @Override
            public List<Invariant> invariants() {
                return List.of();
            }
        };
    }
}

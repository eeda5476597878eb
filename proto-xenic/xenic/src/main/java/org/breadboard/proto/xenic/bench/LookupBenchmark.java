// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Store;
import org.breadboard.proto.xenic.store.RobinHoodStore;

/** The micro-benchmark in one run: one image of a filled table, and clients that look keys up in it. */
final class LookupBenchmark implements Protocol {
    /** Hint statistics are those of the last insertions, this share of all of them. */
    private static final int MEASURED_SHARE = 100;

    private static final StageProgram TASKS_ONLY = new StageProgram() {
        @Override
        public void receive(Step step, Message message) {
            throw new IllegalStateException("nothing is sent to a client");
        }
    };

    private final Settings settings;
    private final int threads;
    private final int contexts;
    private final long keys;
    private final long lookupsPerClient;
    private final Store store;
    private final HintLedger ledger;
    private final Image image;

    LookupBenchmark(ProtocolContext context) {
        settings = context.settings();
        threads = context.threads();
        contexts = context.contexts();
        keys = settings.get(LookupSettings.KEYS);
        long clients = (long) context.nodes() * threads * contexts;
        lookupsPerClient = (settings.get(LookupSettings.LOOKUPS) + clients - 1) / clients;
        store = LookupSettings.store(settings);
        ledger = store instanceof RobinHoodStore table ? new HintLedger(table.segments(), table.limit()) : null;
        image = context.image(store.regionBytes(), store.layout(), this::fill);
    }

    /** The key of that number, with which a uniform table is filled; each key is its value. */
    static long key(long number) {
        return number * 0x9e3779b97f4a7c15L;
    }

    private void fill(Region region) {
        store.format(region);
        byte[] value = new byte[settings.get(LookupSettings.VALUE_BYTES)];
        for (long i = 0; i < keys; i++) {
            if (ledger != null && i == keys - Math.max(1, keys / MEASURED_SHARE)) {
                ledger.measure();
            }
            Bytes.putLong(value, 0, key(i));
            if (insert(region, key(i), value) < 0) {
                throw new RefusedException("the table is full with " + i + " of " + keys
                        + " keys: choose a lower occupancyPercent or a higher overflowPercent");
            }
        }
    }

    private long insert(Region region, long key, byte[] value) {
        if (store instanceof RobinHoodStore table) {
            long address = table.insert(region, key, 1, value, 0, ledger);
            ledger.inserted();
            return address;
        }
        long address = store.insert(region, key);
        if (address >= 0) {
            region.write(address, value, 0, value.length);
        }
        return address;
    }

    @Override
    public ProtocolNode build(NodeContext node) {
        Region region = node.region("table", image, Lifetime.SURVIVES_CRASH);
        if (ledger != null && node.node() == 0) {
            node.counter("insertionsMeasured").add(ledger.insertions());
            node.counter("hintsRaised").add(ledger.raised());
            node.counter("hintsRaisedByMore").add(ledger.raisedByMore());
            node.counter("insertionsOverflown").add(ledger.overflown());
        }
        int slack = settings.get(LookupSettings.HINT_SLACK);
        for (int thread = 0; thread < threads; thread++) {
            Stage stage = node.stage(StageSpec.named("host" + thread), TASKS_ONLY);
            Operations operations = node.operations(stage);
            LookupCounters counters = LookupCounters.of(node);
            for (int context = 0; context < contexts; context++) {
                LookupSource source = store instanceof RobinHoodStore table
                        ? new HintedSource(table, region, slack)
                        : new PlainSource(store);
                stage.add(new LookupClient(source, region, operations, counters, keys, lookupsPerClient));
            }
        }
        return (copy, visitor) -> {};
    }
}

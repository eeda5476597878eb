// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.bench;

import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.htmbloom.filter.FilterPool;
import org.breadboard.hw.htmbloom.filter.LineFilter;

/** The micro-benchmark in one run: a pool of filters per thread, and clients that fill and probe them. */
final class FilterBenchmark implements Protocol {
    private static final double BILLION = 1e9;

    private static final StageProgram TASKS_ONLY = new StageProgram() {
        @Override
        public void receive(Step step, Message message) {
            throw new IllegalStateException("nothing is sent to a client");
        }
    };

    private final int threads;
    private final int contexts;
    private final long trialsPerClient;
    private final FilterStorage storage;
    private final LineFilter filter;
    private final LineDraw draw;

    FilterBenchmark(ProtocolContext context) {
        threads = context.threads();
        contexts = context.contexts();
        long clients = (long) context.nodes() * threads * contexts;
        trialsPerClient = (context.settings().get(FilterSettings.TRIALS) + clients - 1) / clients;
        storage = FilterSettings.storage(context.settings());
        filter = FilterSettings.filter(storage, context.settings());
        draw = FilterSettings.draw(context.settings());
    }

    @Override
    public ProtocolNode build(NodeContext node) {
        if (node.node() == 0) {
            say(node);
        }
        for (int thread = 0; thread < threads; thread++) {
            Stage stage = node.stage(StageSpec.named("host" + thread), TASKS_ONLY);
            FilterPool pool = new FilterPool(filter, storage.transactions());
            FilterCounters counters = FilterCounters.of(node);
            for (int context = 0; context < contexts; context++) {
                stage.add(new FilterClient(pool, draw, node.operations(stage), counters, trialsPerClient));
            }
        }
        return (copy, visitor) -> {};
    }

    /** What is the same for all: the theory, and what one node stores. */
    private void say(NodeContext node) {
        node.counter("theoryPerBillion").add(Math.round(filter.falsePositiveRate(draw.lines()) * BILLION));
        node.counter("storageCoreBytes").add(storage.coreBytes());
        node.counter("storageNicBytes").add(storage.nicBytes());
        node.counter("storageTagBits").add(storage.tagBits());
    }
}

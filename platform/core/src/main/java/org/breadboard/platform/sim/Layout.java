// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.MessageDepot;
import org.breadboard.platform.runtime.OneByOne;
import org.breadboard.platform.runtime.SeededStream;

/**
 * Which stages and resources belong to which process: either each machine is one, and the switches are one if they do
 * more than forward; or all is one. Either way the events of a process that happen at one instant are in the order in
 * which their stages and resources were made, whatever else the cluster has.
 */
final class Layout {
    /** Shorter windows take longer than what happens in them. No setting: what a run yields does not depend on it. */
    private static final long LEAST_WINDOW_NS = 20;

    private static final long NETWORK = -1;
    private static final long TIES = -3;
    /** Streams of processes that are apart, downwards. */
    private static final long PROCESSES = -1_000;

    private final Draws draws;
    private final SimProcess.Outsiders outsiders;
    private final MessageDepot depot = new MessageDepot();
    private final List<SimProcess> processes = new ArrayList<>();
    /** By node; nodes of switches that do more than forward are one place. */
    private final Map<Integer, SimParts.Port> ports = new HashMap<>();

    private final OneByOne why;
    private final long windowNs;
    private final int machines;
    private final int lanes;

    /** What the seed decides. */
    record Draws(long seed, boolean explore) {}

    private Layout(
            SimParts parts, Draws draws, SimProcess.Outsiders outsiders, OneByOne why, long windowNs, int threads) {
        this.draws = draws;
        this.outsiders = outsiders;
        this.why = why;
        this.windowNs = windowNs;
        parts.ports().forEach(port -> ports.put(port.node(), port));
        machines = why == null ? machines(parts) : 1;
        int places = why == null && through(parts) >= 0 ? machines + 1 : machines;
        lanes = Math.min(Math.min(threads, Engine.MOST_THREADS), places);
        for (int place = 0; place < places; place++) {
            processes.add(make(place));
        }
    }

    /**
     * Gives all that is built its place.
     *
     * @param reasons that are known for events to happen one by one
     * @param threads how many there may be
     */
    static Layout of(SimParts parts, Set<OneByOne> reasons, Draws draws, SimProcess.Outsiders outsiders, int threads) {
        long windowNs = windowNs(parts);
        OneByOne why = why(parts, reasons, windowNs);
        Layout layout = new Layout(parts, draws, outsiders, why, windowNs, threads);
        parts.all().forEach(layout::add);
        if (draws.explore()) {
            SimProcess all = layout.processes.get(0);
            all.scheduler().rank(permutation(draws.seed(), all.scheduler().sources()));
        }
        return layout;
    }

    /** Why events happen one by one; null if nothing speaks against windows. */
    private static OneByOne why(SimParts parts, Set<OneByOne> reasons, long windowNs) {
        Set<OneByOne> all = new TreeSet<>(reasons);
        if (parts.all().stream().anyMatch(part -> part.node() < 0)) {
            all.add(OneByOne.BETWEEN);
        }
        if (parts.ports().size() < 2) {
            all.add(OneByOne.ALONE);
        } else if (windowNs < LEAST_WINDOW_NS) {
            all.add(OneByOne.NO_TIME);
        }
        return all.stream().findFirst().orElse(null);
    }

    /**
     * The least time between two processes. What a machine sends is at its receiver's, or at the switches', when it has
     * passed the link up; and from the switches it is at its receiver's when it has passed the link down.
     */
    private static long windowNs(SimParts parts) {
        long least = Long.MAX_VALUE;
        for (SimParts.Port port : parts.ports()) {
            least = Math.min(least, port.up().leastNs());
            if (port.through() >= 0) {
                least = Math.min(least, port.down().leastNs());
            }
        }
        return least;
    }

    private static int machines(SimParts parts) {
        int through = through(parts);
        return through >= 0
                ? through
                : 1 + parts.all().stream().mapToInt(SimPart::node).max().orElse(0);
    }

    private static int through(SimParts parts) {
        return parts.ports().stream().mapToInt(SimParts.Port::through).max().orElse(-1);
    }

    private static int[] permutation(long seed, int length) {
        RandomStream ties = new SeededStream(seed, TIES);
        int[] rank = new int[length];
        for (int i = 0; i < length; i++) {
            int j = ties.nextInt(i + 1);
            rank[i] = rank[j];
            rank[j] = i;
        }
        return rank;
    }

    private SimProcess make(int place) {
        boolean apart = why == null;
        String name = !apart ? "all machines" : place < machines ? "node " + place : "the switches";
        long stream = apart ? PROCESSES - place : NETWORK;
        return new SimProcess(
                name, depot, new SeededStream(draws.seed(), stream), outsiders, lane(place) % lanes, lanes);
    }

    /** The lane of a machine if there are as many as there may be. */
    private static int lane(int place) {
        return place % Engine.MOST_THREADS;
    }

    /** Gives a stage or resource its place, behind those that have theirs. */
    void add(SimPart part) {
        SimProcess own = process(part.node());
        if (part instanceof SimStage stage) {
            stage.place(own, own.addSource(stage));
            return;
        }
        SimResource resource = (SimResource) part;
        SimParts.Port port = why == null ? ports.get(resource.node()) : null;
        if (port != null && resource == port.up()) {
            resource.place(own, new Way(port.through() < 0 ? machines() : new SimProcess[] {switches()}));
        } else if (port != null && resource == port.down() && port.through() >= 0) {
            resource.place(switches(), new Way(own));
        } else {
            resource.place(own, own.addSource());
        }
    }

    private SimProcess[] machines() {
        return processes.subList(0, machines).toArray(SimProcess[]::new);
    }

    private SimProcess switches() {
        return processes.get(machines);
    }

    /** The process of a node. */
    SimProcess process(int node) {
        return processes.get(why == null ? Math.min(node, machines) : 0);
    }

    List<SimProcess> processes() {
        return processes;
    }

    /** Why events happen one by one; null if they do not. */
    OneByOne why() {
        return why;
    }

    /** In which order events happen, from now on. */
    Order order(List<LongConsumer> windowEnds) {
        return why == null ? new Windows(processes, lanes, windowNs, windowEnds) : new EventByEvent(processes.get(0));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.MessageDepot;
import org.breadboard.platform.runtime.OneByOne;
import org.breadboard.platform.runtime.SeededStream;

/**
 * Which stages and resources belong to which process: each machine is one, and the switches are one if they do more
 * than forward; or, where machines cannot be told apart, all is one. Either way the events of a process that happen at
 * one instant are in the order in which their stages and resources were made, whatever else the cluster has; unless it
 * explores.
 */
final class Layout {
    /** Shorter windows take longer than what happens in them. No setting: what a run yields does not depend on it. */
    private static final long LEAST_WINDOW_NS = 20;

    private static final long NETWORK = -1;
    /** Streams of processes that are apart, downwards. */
    private static final long PROCESSES = -1_000;
    /** Streams of what happens first, downwards. */
    private static final long TIES = -(1L << 33);

    private final Draws draws;
    private final SimProcess.Outsiders outsiders;
    private final MessageDepot depot = new MessageDepot();
    private final List<SimProcess> processes = new ArrayList<>();
    /** By what is told of either end. */
    private final Map<SimResource, SimParts.Port> ups = new HashMap<>();

    private final Map<SimResource, SimParts.Port> downs = new HashMap<>();
    private final OneByOne why;
    private final boolean apart;
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
        apart = why == null || why == OneByOne.OBSERVED;
        if (apart) {
            parts.ports().forEach(port -> {
                ups.put(port.up(), port);
                downs.put(port.down(), port);
            });
        }
        machines = apart ? machines(parts) : 1;
        boolean between = through(parts) >= 0 || parts.all().stream().anyMatch(part -> part.node() < 0);
        int places = apart && between ? machines + 1 : machines;
        lanes = Math.min(Math.min(threads, Engine.MOST_THREADS), places);
        for (int place = 0; place < places; place++) {
            processes.add(make(place));
        }
    }

    /**
     * Gives all that is built its place.
     *
     * @param observed whether somebody looks at all events in their order
     * @param threads how many there may be
     */
    static Layout of(SimParts parts, boolean observed, Draws draws, SimProcess.Outsiders outsiders, int threads) {
        long windowNs = windowNs(parts);
        OneByOne why = why(parts, observed, windowNs);
        Layout layout = new Layout(parts, draws, outsiders, why, windowNs, why == OneByOne.OBSERVED ? 1 : threads);
        parts.all().forEach(layout::add);
        if (draws.explore()) {
            layout.explore();
        }
        return layout;
    }

    /** Why events happen one by one; null if nothing speaks against windows. */
    private static OneByOne why(SimParts parts, boolean observed, long windowNs) {
        if (parts.ports().stream().mapToInt(SimParts.Port::node).distinct().count() < 2) {
            return OneByOne.ALONE;
        }
        if (windowNs < LEAST_WINDOW_NS) {
            return OneByOne.NO_TIME;
        }
        return observed ? OneByOne.OBSERVED : null;
    }

    /**
     * The least time between two processes. What a machine sends is at its receiver's, or at the switches', when it has
     * passed the link up; and from the switches it is at its receiver's when it has passed the link down.
     */
    private static long windowNs(SimParts parts) {
        long least = Engine.MOST_APART_NS;
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

    /** The seed draws which of simultaneous events of a process comes first. */
    private void explore() {
        for (int place = 0; place < processes.size(); place++) {
            Scheduler scheduler = processes.get(place).scheduler();
            scheduler.rank(permutation(new SeededStream(draws.seed(), TIES - place), scheduler.sources()));
        }
    }

    private static int[] permutation(RandomStream ties, int length) {
        int[] rank = new int[length];
        for (int i = 0; i < length; i++) {
            int j = ties.nextInt(i + 1);
            rank[i] = rank[j];
            rank[j] = i;
        }
        return rank;
    }

    private SimProcess make(int place) {
        String name = !apart ? "all machines" : place < machines ? "node " + place : "the switches";
        long stream = apart ? PROCESSES - place : NETWORK;
        return new SimProcess(
                name, place, depot, new SeededStream(draws.seed(), stream), outsiders, lane(place, lanes), lanes);
    }

    /** The lane of a process, of so many. */
    static int lane(int place, int lanes) {
        return place % Engine.MOST_THREADS % lanes;
    }

    /** Gives a stage or resource its place, behind those that have theirs. */
    void add(SimPart part) {
        SimProcess own = process(part.node());
        if (part instanceof SimStage stage) {
            stage.place(own, own.addSource(stage));
            return;
        }
        SimResource resource = (SimResource) part;
        SimParts.Port up = ups.get(resource);
        SimParts.Port down = downs.get(resource);
        if (up != null) {
            resource.place(own, new Way(up.through() < 0 ? machines() : new SimProcess[] {switches()}));
        } else if (down != null && down.through() >= 0) {
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

    /** The process of a node; what is of none goes with the switches. */
    SimProcess process(int node) {
        return processes.get(apart ? Math.min(node < 0 ? machines : node, machines) : 0);
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
        return apart
                ? new Windows(processes, lanes, windowNs, why == OneByOne.OBSERVED, outsiders, windowEnds)
                : new EventByEvent(processes.get(0));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.breadboard.api.RefusedException;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.GroupName;
import org.breadboard.platform.runtime.Speeds;

/**
 * What a cluster in virtual time is built of, in the order of building: its stages and resources, and how fast they
 * are.
 */
final class SimParts {
    private final List<SimPart> all = new ArrayList<>();
    private final List<SimStage> stages = new ArrayList<>();
    private final List<SimResource> resources = new ArrayList<>();
    private final List<SimResource> waits = new ArrayList<>();
    private final List<Port> ports = new ArrayList<>();
    private final Map<String, Crowd> crowds = new HashMap<>();
    private Speeds speeds = Speeds.USUAL;

    List<SimStage> stages() {
        return stages;
    }

    void add(SimStage stage) {
        all.add(stage);
        stages.add(stage);
    }

    /** Stages and resources, in the order of their making. */
    List<SimPart> all() {
        return all;
    }

    /** Joins a machine to the network. */
    void add(Port port) {
        ports.add(port);
    }

    List<Port> ports() {
        return ports;
    }

    /** Before the first is made. */
    void speeds(Speeds factors) {
        speeds = factors;
    }

    /** How many times as fast a stage or a resource of a name is. */
    double speed(String name) {
        return speeds.of(GroupName.of(name).group());
    }

    /** The stages with which a new one shares cores; null if it shares them with none. */
    Crowd crowd(int node, int generation, StageSpec spec) {
        return spec.crowd().isEmpty()
                ? null
                : crowds.computeIfAbsent(
                        node + "/" + generation + "/" + spec.crowd(),
                        name -> new Crowd(spec.speed() / spec.speedAlone()));
    }

    SimResource resource(int node, String name, Resource.Cost cost, double delayNs, RandomStream jitter) {
        double faster = speed(name);
        SimResource resource = new SimResource(
                node,
                name,
                faster == 1 ? cost : new FasterCost(cost, faster),
                delayNs / faster,
                delayNs / speeds.of(Speeds.TRAVEL),
                jitter);
        all.add(resource);
        resources.add(resource);
        return resource;
    }

    List<SimResource> resources() {
        return resources;
    }

    /** Messages on this resource only wait for a time to pass. */
    void waits(SimResource timer) {
        waits.add(timer);
    }

    boolean isWaiting(long nowNs) {
        return waits.stream().anyMatch(timer -> timer.lastNs() > nowNs);
    }

    /** Refuses speeds of groups that are not there. */
    void refuseUnknownSpeeds() {
        Set<String> known = new TreeSet<>(Set.of(Speeds.TRAVEL));
        stages.forEach(stage -> known.add(GroupName.of(stage.name()).group()));
        resources.forEach(resource -> known.add(GroupName.of(resource.name()).group()));
        for (String group : speeds.groups()) {
            if (!known.contains(group)) {
                throw new RefusedException("No stage or resource of this cluster is called '" + group + "'"
                        + Suggestion.phrase(group, known) + "; there are: " + String.join(", ", known) + ".");
            }
        }
    }

    List<Engine.Usage> usage(long nowNs) {
        List<Engine.Usage> usage = new ArrayList<>(stages.size() + resources.size());
        for (SimStage s : stages) {
            usage.add(new Engine.Usage(
                    s.node(), s.name(), true, s.busyNs(), ahead(s.busyUntilNs(), nowNs), s.steps(), s.received()));
        }
        for (SimResource r : resources) {
            usage.add(
                    new Engine.Usage(r.node(), r.name(), false, r.busyNs(), ahead(r.freeAtNs(), nowNs), r.served(), 0));
        }
        return usage;
    }

    private static double ahead(double untilNs, long nowNs) {
        return Math.max(0, untilNs - (double) nowNs);
    }

    /**
     * What joins a machine to the others ({@link Engine#join}).
     *
     * @param up what it sends passes this
     * @param down what it gets passes this
     * @param through the first node of switches that do more than forward, or -1
     */
    record Port(int node, SimResource up, SimResource down, int through) {}

    /** What messages cost a resource that is so many times as fast as the one who made it says. */
    private record FasterCost(Resource.Cost cost, double faster) implements Resource.Cost {
        @Override
        public double serviceNs(Message message) {
            return cost.serviceNs(message) / faster;
        }

        @Override
        public double latencyNs(Message message, double serviceNs) {
            return cost.latencyNs(message, serviceNs * faster) / faster;
        }
    }
}

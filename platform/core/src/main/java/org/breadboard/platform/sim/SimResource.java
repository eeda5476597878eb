// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;

/** A server with one queue: what is told in time order is served in that order, so its completions are in order too. */
final class SimResource implements SimPart, Resource {
    /**
     * The most that an arrival of an explored run is late: some service times of a NIC, so that arrivals from different
     * resources change places. No setting: a mix and a seed say all of an exploration, and it is not for figures.
     */
    private static final double JITTER_NS = 400;

    private final int node;
    private final String name;
    private final Cost cost;
    private final double delayNs;
    private final double travelNs;
    private final RandomStream jitter;
    private double freeAtNs;
    private double busyNs;
    private long served;
    private long lastNs;
    private boolean dead;
    private SimProcess process;
    private int source;
    private Way way;

    /**
     * One that is not served by anything yet.
     *
     * @param delayNs what a message that is not served takes to the next hop
     * @param travelNs what one that was served takes to it
     * @param jitter null: every message takes just what the profile says
     */
    SimResource(int node, String name, Cost cost, double delayNs, double travelNs, RandomStream jitter) {
        this.node = node;
        this.name = name;
        this.cost = cost;
        this.delayNs = delayNs;
        this.travelNs = travelNs;
        this.jitter = jitter;
    }

    @Override
    public int node() {
        return node;
    }

    /** It belongs to this process from now on, where its events have this source. Before anything happens to it. */
    void place(SimProcess where, int as) {
        process = where;
        source = as;
    }

    /** It belongs to this process, and what it has served goes on elsewhere. */
    void place(SimProcess where, Way elsewhere) {
        process = where;
        way = elsewhere;
    }

    /** Where it serves. */
    SimProcess process() {
        return process;
    }

    /** The source of what it has served, in its process; unless that goes on elsewhere. */
    int source() {
        return source;
    }

    /** Where what it has served goes on; null if that is in its process. */
    Way way() {
        return way;
    }

    /** The least time from when something comes to it until that goes on, in whole ns. */
    long leastNs() {
        return (long) Math.min(delayNs, travelNs);
    }

    @Override
    public String name() {
        return name;
    }

    double busyNs() {
        return busyNs;
    }

    /** When all that has come so far has been served. */
    double freeAtNs() {
        return freeAtNs;
    }

    /** When what was told last goes on, in ns. */
    long lastNs() {
        return lastNs;
    }

    long served() {
        return served;
    }

    void die() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    /** What it was at when it died is gone, too. While all stands still. */
    void forget() {
        if (dead && way == null) {
            process.scheduler().forget(source);
        }
    }

    /** Serves a message; answers when it goes on. */
    long serve(long nowNs, Message message, SimObserver observer) {
        double service = cost.serviceNs(message);
        double begin = Math.max((double) nowNs, freeAtNs);
        freeAtNs = begin + service;
        busyNs += service;
        served++;
        double latency = cost.latencyNs(message, service);
        double arrival = begin + latency + (service > 0 ? travelNs : delayNs);
        if (jitter != null) {
            arrival += jitter.nextDouble() * JITTER_NS;
        }
        long atNs = Math.max((long) arrival, lastNs);
        lastNs = atNs;
        if (observer != null) {
            observer.serves(node, name, message, nowNs, begin, begin + latency, atNs);
        }
        return atNs;
    }
}

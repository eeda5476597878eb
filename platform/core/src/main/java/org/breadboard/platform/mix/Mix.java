// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix;

import java.util.List;
import org.breadboard.api.Settings;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.load.Backoff;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.runtime.Speeds;

/**
 * A resolved mix: everything that decides a run's outcome, each value checked. Two runs of equal mixes in {@code sim}
 * give the same bytes.
 *
 * @param name the name of the mix file, without its ending
 * @param hardware the devices of machines
 * @param protocol what runs transactions or operations; {@code shared}, without settings, if each tenant has its own
 * @param workload what asks for transactions, or null for a protocol that runs operations
 * @param tenants several workloads that run at once, of which {@code workload} is then {@code shared}, without
 *     settings; or empty
 * @param faults what goes wrong on purpose
 * @param switches what switches do besides forwarding, or null
 * @param seed decides every random number
 */
public record Mix(
        String name,
        Cluster cluster,
        Hardware hardware,
        Part protocol,
        Part workload,
        List<Tenant> tenants,
        Load load,
        Time time,
        Network network,
        Faults faults,
        Switches switches,
        Mode mode,
        long seed) {
    /** Copies the list. */
    public Mix {
        tenants = List.copyOf(tenants);
    }

    /**
     * The most outstanding transactions (or operations) of a thread: where clients are spread over threads, some have
     * one fewer.
     */
    public int contexts() {
        int threads = cluster.clientNodes() * cluster.threads();
        return cluster.clients() == 0 ? load.contexts() : (cluster.clients() + threads - 1) / threads;
    }

    /**
     * The devices of machines.
     *
     * @param profile the name of the data sheet of all machines that are in no group
     * @param settings the profile's parameters with the user's overrides
     * @param groups machines with other devices
     */
    public record Hardware(String profile, Settings settings, List<Group> groups) {
        /** The same device in every machine. */
        public Hardware(String profile, Settings settings) {
            this(profile, settings, List.of());
        }

        /** Copies the list. */
        public Hardware {
            groups = List.copyOf(groups);
        }

        /** The index of a machine's group, or -1. */
        public int groupOf(int machine) {
            for (int i = 0; i < groups.size(); i++) {
                if (groups.get(i).nodes().contains(machine)) {
                    return i;
                }
            }
            return -1;
        }
    }

    /**
     * Machines with a device of their own.
     *
     * @param name what a mix calls them
     * @param nodes their numbers, in ascending order; in no other group
     * @param profile the name of the data sheet
     * @param settings the profile's parameters with the user's overrides
     */
    public record Group(String name, List<Integer> nodes, String profile, Settings settings) {
        /** Copies the list. */
        public Group {
            nodes = List.copyOf(nodes);
        }
    }

    /** A protocol or a workload: the id of its kind, and what it is set to. */
    public record Part(String id, Settings settings) {}

    /**
     * Switches with a pipeline.
     *
     * @param count how many; the machines of clients are spread over them
     * @param hardware the hardware plug-in's device
     * @param profile the name of its data sheet
     * @param hardwareSettings the profile's parameters with the user's overrides
     * @param program the program that they run, or null: they forward
     * @param programSettings null where {@code program} is
     */
    public record Switches(
            int count,
            String hardware,
            String profile,
            Settings hardwareSettings,
            String program,
            Settings programSettings) {}

    /**
     * One of several workloads on cores of its own.
     *
     * @param name what results call it
     * @param cores the host threads of every node that are its, in ascending order
     * @param scale the factor by which its populations shrink, above 0 and at most 1
     * @param protocol its own, where each tenant has one; else null
     */
    public record Tenant(
            String name, String workload, Settings settings, List<Integer> cores, double scale, Part protocol) {
        /** One that has the mix's protocol. */
        public Tenant(String name, String workload, Settings settings, List<Integer> cores, double scale) {
            this(name, workload, settings, cores, scale, null);
        }

        /** Copies the list. */
        public Tenant {
            cores = List.copyOf(cores);
        }
    }

    /**
     * The machines.
     *
     * @param threads host threads per node
     * @param replication copies of each partition, the primary included
     * @param scale the factor by which populations shrink, above 0 and at most 1
     * @param clientNodes machines that hold no records, only clients; numbered after the others
     * @param clients how many clients those have together; 0 if each thread has {@link Load#contexts}
     * @param cpu what each machine's threads run on
     */
    public record Cluster(
            int nodes, int threads, int replication, double scale, int clientNodes, int clients, Cpu cpu) {
        /** Machines of which nothing is said but how many threads they run. */
        public Cluster(int nodes, int threads, int replication, double scale, int clientNodes, int clients) {
            this(nodes, threads, replication, scale, clientNodes, clients, Cpu.UNSAID);
        }

        /** Machines that hold records and run their own clients. */
        public Cluster(int nodes, int threads, int replication, double scale) {
            this(nodes, threads, replication, scale, 0, 0);
        }

        /** All machines. */
        public int machines() {
            return nodes + clientNodes;
        }
    }

    /**
     * The CPU of a machine.
     *
     * @param cores how many; 0 means one for each thread
     * @param hyperthreads how many threads they run at once, two on each core; 0 means one on each
     * @param hyperthreadSpeed a thread's speed while the other one of its core is busy, relative to having the core for
     *     itself
     */
    public record Cpu(int cores, int hyperthreads, double hyperthreadSpeed) {
        /** As many cores as there are threads. */
        public static final Cpu UNSAID = new Cpu(0, 0, 1);

        /** The most threads that run at once. */
        public int mostThreads() {
            return cores == 0 ? Integer.MAX_VALUE : Math.max(cores, hyperthreads);
        }
    }

    /**
     * What the clients ask for.
     *
     * @param contexts outstanding transactions per thread
     * @param ratePerNode transactions per second and node of an open loop, or 0 for a closed loop
     * @param backoff between attempts at a transaction
     * @param thinkNs mean of the time from an outcome to a client's next transaction, in a closed loop
     * @param phases how the load changes while it is measured
     * @param untilDone whether transactions that met a conflict are tried again when no others begin any more
     */
    public record Load(
            int contexts, double ratePerNode, Backoff backoff, double thinkNs, Phases phases, boolean untilDone) {
        /** What a mix has that says nothing. */
        public static final Backoff BACKOFF = new Backoff(2_000, 8);

        /** A load that does not change, of clients that do not think. */
        public Load(int contexts, double ratePerNode, Backoff backoff) {
            this(contexts, ratePerNode, backoff, 0, Phases.STEADY);
        }

        /** A load that ends with what is under way then. */
        public Load(int contexts, double ratePerNode, Backoff backoff, double thinkNs, Phases phases) {
            this(contexts, ratePerNode, backoff, thinkNs, phases, false);
        }

        /** The same with so many contexts. */
        public Load withContexts(int number) {
            return new Load(number, ratePerNode, backoff, thinkNs, phases, untilDone);
        }

        /** Whether arrivals follow a Poisson process of their own. */
        public boolean open() {
            return ratePerNode > 0;
        }
    }

    /** Whether what is measured begins when the rate is steady, and not after some time. */
    public boolean warmsUntilSteady() {
        return mode.live() && time.warmupNs() == 0;
    }

    /**
     * Virtual (sim) or wall-clock (live) time of a run: what is measured begins after the warm-up.
     *
     * @param warmupNs live, 0 is until the rate is steady
     */
    public record Time(long warmupNs, long measureNs) {
        /** When admission stops. */
        public long endNs() {
            return warmupNs + measureNs;
        }
    }

    /**
     * The network between machines.
     *
     * @param racks over how many racks machines are spread, 1 or more
     * @param uplinkGbps the rate of each rack's uplink in each direction; 0 if there is one rack
     */
    public record Network(int racks, double uplinkGbps) {
        /** One rack. */
        public static final Network PLAIN = new Network(1, 0);
    }

    /**
     * How it runs.
     *
     * @param runtime {@code sim} or {@code live}
     * @param explore sim only: the seed also draws jitter, ties, stage speeds and torn copies
     * @param liveThreads live only: how many threads the stages share; 0 means one per core
     * @param windowed whether its history is checked slice by slice while it runs, and not whole after it
     * @param promise what its history is to be; null for what its protocol promises
     * @param speeds sim only: how many times as fast stages and resources are as plug-ins say
     */
    public record Mode(
            String runtime,
            boolean explore,
            int liveThreads,
            boolean windowed,
            ProtocolType.Promise promise,
            Speeds speeds) {
        /** One in which everything is as fast as plug-ins say, and is to be what the protocol promises. */
        public Mode(String runtime, boolean explore, int liveThreads, boolean windowed) {
            this(runtime, explore, liveThreads, windowed, null, Speeds.USUAL);
        }

        /** One whose history is checked whole. */
        public Mode(String runtime, boolean explore, int liveThreads) {
            this(runtime, explore, liveThreads, false);
        }

        /** What its history is to be on such a protocol. */
        public ProtocolType.Promise promise(ProtocolType protocol) {
            return promise == null ? protocol.traits().promise() : promise;
        }

        /** Whether it runs on real threads. */
        public boolean live() {
            return runtime.equals("live");
        }
    }
}

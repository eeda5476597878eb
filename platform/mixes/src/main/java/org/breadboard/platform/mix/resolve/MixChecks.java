// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.breadboard.api.Setting;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.MixWorkload;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.reach.OrderedUse;
import org.breadboard.platform.tenants.SharedProtocols;
import org.breadboard.platform.tenants.SharedWorkload;
import org.breadboard.platform.yaml.SettingText;
import org.breadboard.platform.yaml.Where;

/** Refuses mixes whose values are each legal, but that cannot work together. */
final class MixChecks {
    private final Parts parts;
    private final Mix mix;
    private final Part<ProtocolType> protocol;
    private final Function<String, Where> origin;
    private final Demands demands;
    private Workload workload;

    /** {@code origin} tells where a key was given, {@code demands} is told of each check. */
    MixChecks(Parts parts, Mix mix, Part<ProtocolType> protocol, Function<String, Where> origin, Demands demands) {
        this.parts = parts;
        this.mix = mix;
        this.protocol = protocol;
        this.origin = origin;
        this.demands = demands;
    }

    /** Checks everything and gives the most contexts that can be had. */
    int run(boolean peak) {
        String name = "protocol '" + protocol.id() + "'";
        new FaultChecks(mix, protocol, origin, demands).run();
        check(
                MixKeys.REPLICATION,
                "nodes for " + mix.cluster().replication() + " copies",
                MixKeys.NODES.name(),
                this::replication);
        if (mix.cluster().cpu().cores() > 0) {
            check(MixKeys.THREADS, mix.cluster().threads() + " threads at once", MixKeys.CORES.name(), this::cpu);
        } else {
            demands.quietly(at(MixKeys.HYPERTHREADS.name()), "hyperthreads", "cores", "cluster.cores", this::cpu);
        }
        if (mix.mode().explore()) {
            check(MixKeys.EXPLORE, "virtual time", MixKeys.RUNTIME.name(), this::explore);
        }
        if (!mix.mode().speeds().groups().isEmpty()) {
            check(MixKeys.SPEEDS, "virtual time", MixKeys.RUNTIME.name(), this::speeds);
        }
        if (mix.mode().windowed()) {
            check(MixKeys.CHECK, "transactions that agree with real time", name, this::windowed);
        }
        if (peak) {
            check(MixKeys.CONTEXTS, "a closed loop", MixKeys.RATE.name(), this::closed);
        }
        demands.quietly(at(MixKeys.PHASES.name()), "load", "clients that it suits", name, () -> changes(peak));
        boolean apart = protocol.type().traits().clientsApart() || mix.cluster().clientNodes() > 0;
        if (apart || mix.switches() != null) {
            check(MixKeys.CLIENT_NODES, "machines of clients", name, () -> clients(peak));
        } else {
            demands.quietly(
                    at(MixKeys.CLIENTS.name()), "cluster.clients", "machines of clients", name, () -> clients(peak));
        }
        if (mix.network().racks() > 1) {
            String what = "uplinks that join " + mix.network().racks() + " racks of machines";
            check(MixKeys.RACKS, what, MixKeys.UPLINK.name(), this::racks);
        } else {
            demands.quietly(at(MixKeys.UPLINK.name()), "an uplink", "racks", MixKeys.RACKS.name(), this::racks);
        }
        tables();
        int[] most = {0};
        check(MixKeys.CONTEXTS, mix.contexts() + " contexts per thread", name, () -> most[0] = contexts(peak));
        return most[0];
    }

    private void check(Setting<?> key, String what, String by, Runnable check) {
        demands.check(at(key.name()), key.name(), what, by, check);
    }

    private void replication() {
        if (mix.cluster().replication() > mix.cluster().nodes()) {
            throw at(MixKeys.REPLICATION.name())
                    .refuse(mix.cluster().replication() + " copies of each record need as many nodes, but there are "
                            + mix.cluster().nodes() + " (" + at(MixKeys.NODES.name()) + ").");
        }
    }

    private void racks() {
        int racks = mix.network().racks();
        boolean uplink = mix.network().uplinkGbps() > 0;
        if (racks == 1 && uplink) {
            throw at(MixKeys.UPLINK.name())
                    .refuse("an uplink joins racks, but there is one rack; say " + MixKeys.UPLINK.name() + ": 0 or "
                            + MixKeys.RACKS.name() + ": 2.");
        }
        if (racks > mix.cluster().machines()) {
            throw at(MixKeys.RACKS.name())
                    .refuse(racks + " racks need as many machines, but there are "
                            + mix.cluster().machines() + " (" + at(MixKeys.NODES.name()) + ").");
        }
        if (racks > 1 && !uplink) {
            throw at(MixKeys.RACKS.name())
                    .refuse(racks + " racks are joined by an uplink of each, whose rate must be above 0; say "
                            + MixKeys.UPLINK.name() + ".");
        }
        if (racks > 1 && mix.switches() != null) {
            throw at(MixKeys.RACKS.name())
                    .refuse("a switch with a pipeline (" + at(MixKeys.SWITCH_PROFILE)
                            + ") is the one between all machines, and with several racks there is no such; leave out "
                            + MixKeys.SWITCH_PROFILE + " or the racks.");
        }
    }

    private void explore() {
        if (mix.mode().live()) {
            throw at(MixKeys.EXPLORE.name()).refuse("explore mode exists in sim only, but runtime is live.");
        }
    }

    private void speeds() {
        if (mix.mode().live()) {
            throw at(MixKeys.SPEEDS.name()).refuse("real threads are as fast as they are, and runtime is live.");
        }
    }

    private void closed() {
        if (mix.load().open()) {
            throw at(MixKeys.CONTEXTS.name())
                    .refuse(
                            "a peak is searched with a closed loop, but load.ratePerNode opens it; drop one of the two.");
        }
    }

    /** The workload that was built to be checked; null for a protocol that runs operations. */
    Workload workload() {
        return workload;
    }

    private void cpu() {
        Mix.Cpu cpu = mix.cluster().cpu();
        if (cpu.hyperthreads() > 2 * cpu.cores() || cpu.hyperthreads() > 0 && cpu.hyperthreads() < cpu.cores()) {
            throw at(MixKeys.HYPERTHREADS.name())
                    .refuse(cpu.cores() + " cores (" + at(MixKeys.CORES.name())
                            + ") run one or two threads each, so there can be " + cpu.cores() + " to "
                            + 2 * cpu.cores() + " hyperthreads, not " + cpu.hyperthreads() + ".");
        }
        if (mix.cluster().threads() > cpu.mostThreads()) {
            throw at(MixKeys.THREADS.name())
                    .refuse(mix.cluster().threads() + " threads are more than a machine runs at once: "
                            + cpu.mostThreads() + " ("
                            + at((cpu.hyperthreads() > 0 ? MixKeys.HYPERTHREADS : MixKeys.CORES).name()) + ").");
        }
    }

    private void clients(boolean peak) {
        Mix.Cluster cluster = mix.cluster();
        boolean separate = protocol.type().traits().clientsApart();
        if (separate && cluster.clientNodes() == 0) {
            throw at(MixKeys.CLIENT_NODES.name())
                    .refuse("protocol '" + protocol.id()
                            + "' runs its clients on machines of their own, but there is none; at least 1 is needed.");
        }
        if (!separate && cluster.clientNodes() > 0) {
            throw at(MixKeys.CLIENT_NODES.name())
                    .refuse("protocol '" + protocol.id()
                            + "' runs its clients on the machines that hold the records; leave the key out.");
        }
        if (cluster.clients() > 0 && (!separate || peak)) {
            throw at(MixKeys.CLIENTS.name())
                    .refuse(
                            separate
                                    ? "a peak is searched over load.contexts, but the number of clients is given; drop one of the two."
                                    : "protocol '" + protocol.id()
                                            + "' has load.contexts clients on each thread; leave the key out.");
        }
        if (cluster.clientNodes() > 0 && !mix.tenants().isEmpty()) {
            throw at(MixKeys.WORKLOAD)
                    .refuse("workloads share the cores of machines that hold records, but protocol '" + protocol.id()
                            + "' runs its clients on others; name one workload.");
        }
        int count = mix.switches() == null ? 1 : mix.switches().count();
        if (count > Math.max(1, cluster.clientNodes())) {
            throw at(MixKeys.SWITCHES.name())
                    .refuse(count + " switches need as many machines of clients behind them, but there are "
                            + cluster.clientNodes() + " (" + at(MixKeys.CLIENT_NODES.name()) + ").");
        }
    }

    private void changes(boolean peak) {
        Mix.Load load = mix.load();
        boolean steady = load.phases() == Phases.STEADY;
        if (mix.workload() == null && (load.thinkNs() > 0 || !steady)) {
            throw at((steady ? MixKeys.THINK : MixKeys.PHASES).name())
                    .refuse("protocol '" + protocol.id() + "' runs operations of its own, one behind the other, without"
                            + " clients; leave the key out.");
        }
        if (load.open() && load.thinkNs() > 0) {
            throw at(MixKeys.THINK.name())
                    .refuse("the clients of a closed loop think, but load.ratePerNode opens it; drop one of the two.");
        }
        if (peak && !steady) {
            throw at(MixKeys.PHASES.name())
                    .refuse(
                            "a peak is searched with a load that does not change; drop the phases, or load.contexts: peak.");
        }
        if (!load.open() && load.phases().most() > 1) {
            throw at(MixKeys.PHASES.name())
                    .refuse("a phase of a closed loop is a share of its contexts, at most 1, but one is "
                            + SettingText.plain(load.phases().most())
                            + "; take more load.contexts, or open the loop with load.ratePerNode.");
        }
    }

    private void windowed() {
        if (mix.workload() == null) {
            throw at(MixKeys.CHECK.name())
                    .refuse("a windowed check judges transactions, but protocol '" + protocol.id()
                            + "' runs operations of its own; say check: whole.");
        }
        ProtocolType.Promise promise = mix.mode().promise(protocol.type());
        if (promise != ProtocolType.Promise.STRICT_SERIALIZABLE) {
            throw at(MixKeys.CHECK.name())
                    .refuse("a windowed check also judges whether transactions agree with real time, and of protocol '"
                            + protocol.id() + "' only this is asked: " + promise.inWords() + "; say check: whole.");
        }
    }

    private void tables() {
        if (mix.workload() == null) {
            return;
        }
        Where at = at(MixKeys.WORKLOAD);
        String name = "workload '" + mix.workload().id() + "'";
        demands.check(
                at,
                name,
                "a cluster of this size",
                "the mix",
                () -> workload =
                        MixWorkload.create(mix, id -> parts.workload(id, at).type()));
        if (workload == null) {
            return;
        }
        IntFunction<ProtocolType> byTable = SharedProtocols.byTable(
                protocol.type() instanceof SharedProtocols shared
                        ? shared.over((SharedWorkload) workload)
                        : protocol.type());
        for (TableSpec table : workload.tables()) {
            ProtocolType type = byTable.apply(table.id());
            String by = "protocol '" + type.id() + "'";
            demands.check(
                    at,
                    name,
                    "values of " + table.valueBytes() + " bytes in table '" + table.name() + "'",
                    by,
                    () -> fits(table, type));
            if (table.ordered()) {
                demands.check(at, name, "table '" + table.name() + "' in order", by, () -> ordered(table, type));
            }
            if (table.spread()) {
                String what = "ranges of table '" + table.name() + "' over all nodes";
                demands.check(at, name, what, by, () -> spread(table, type));
            }
        }
        OrderedUse use = new OrderedUse(workload, mix.cluster().nodes());
        for (TableSpec table : workload.tables()) {
            String by = "protocol '" + byTable.apply(table.id()).id() + "'";
            demands.quietly(at, name, "table '" + table.name() + "' near clients", by, () -> near(table, use, by));
        }
    }

    private void near(TableSpec table, OrderedUse use, String protocol) {
        String begin = "in workload '" + mix.workload().id() + "' ";
        if (use.unordered(table.id()) != null) {
            throw at(MixKeys.WORKLOAD)
                    .refuse(begin + use.unordered(table.id()) + "; its TableSpec has to say that it is ordered.");
        }
        if (use.apart(table.id()) != null) {
            throw at(MixKeys.WORKLOAD)
                    .refuse(begin + use.apart(table.id()) + ", but " + protocol
                            + " asks one node for a range; Workload.partition has to place the keys of a range together,"
                            + " or TableSpec has to say that ranges are spread.");
        }
        if (use.elsewhere(table.id()) != null) {
            throw at(MixKeys.WORKLOAD)
                    .refuse(begin + use.elsewhere(table.id()) + ", but " + protocol
                            + " has ordered tables for clients on the node of a record only; Workload.partition has to"
                            + " place what a client uses on its node.");
        }
    }

    private void fits(TableSpec table, ProtocolType type) {
        if (table.valueBytes() > type.maxValueBytes()) {
            throw at(MixKeys.WORKLOAD)
                    .refuse("table '" + table.name() + "' of workload '"
                            + mix.workload().id() + "' has values of "
                            + table.valueBytes() + " bytes, and protocol '" + type.id() + "' stores at most "
                            + type.maxValueBytes() + " bytes.");
        }
    }

    private void ordered(TableSpec table, ProtocolType type) {
        if (!type.traits().ordered()) {
            throw at(MixKeys.WORKLOAD)
                    .refuse("workload '" + mix.workload().id() + "' needs its table '" + table.name()
                            + "' in order, which protocol '" + type.id() + "' cannot do"
                            + those(ProtocolTraits::ordered));
        }
    }

    private void spread(TableSpec table, ProtocolType type) {
        if (type.traits().ordered() && !type.traits().spreadRanges()) {
            throw at(MixKeys.WORKLOAD)
                    .refuse("workload '" + mix.workload().id() + "' wants ranges of its table '" + table.name()
                            + "' over all nodes, and protocol '" + type.id() + "' has only those of one node"
                            + those(ProtocolTraits::spreadRanges));
        }
    }

    private String those(Predicate<ProtocolTraits> can) {
        List<String> able = parts.plugins().stream()
                .flatMap(plugin -> plugin.protocols().stream())
                .filter(offer -> can.test(offer.type().traits()))
                .map(offer -> "'" + offer.id() + "'")
                .toList();
        return able.isEmpty()
                ? "; no installed protocol can."
                : "; installed protocols that can: " + String.join(", ", able) + ".";
    }

    private int contexts(boolean peak) {
        int most = protocol.type()
                .maxContexts(
                        mix.protocol().settings(),
                        mix.cluster().nodes(),
                        mix.cluster().threads());
        most = (int) Math.min(most, MixKeys.CONTEXTS.max());
        if (mix.workload() != null) {
            most = Math.min(most, recordable());
        }
        if (!peak && mix.contexts() > most) {
            throw at(mix.cluster().clients() == 0 ? MixKeys.CONTEXTS.name() : MixKeys.CLIENTS.name())
                    .refuse("protocol '" + protocol.id() + "' can have at most " + most
                            + " outstanding transactions per thread on this cluster, but " + mix.contexts()
                            + " are asked for.");
        }
        return most;
    }

    /** The contexts per thread that a history can tell apart. */
    private int recordable() {
        Mix.Cluster cluster = mix.cluster();
        long machines = cluster.clientNodes() > 0 ? cluster.clientNodes() : cluster.nodes();
        long threads = machines * cluster.threads();
        long clients = HistoryCodec.MAX_CLIENTS;
        if (cluster.clients() > 0) {
            // They are counted, whatever the threads, and a setting's limit is below what a history can tell apart.
            return (int) clients;
        }
        long contexts = Math.max(1, mix.load().contexts());
        if (threads > clients || threads * contexts > clients) {
            throw at((threads > clients ? MixKeys.THREADS : MixKeys.CONTEXTS).name())
                    .refuse(machines + " nodes of " + mix.cluster().threads() + " threads with " + contexts
                            + " outstanding transactions each are " + threads * contexts
                            + " clients, and a history tells at most " + clients + " apart.");
        }
        return (int) (clients / threads);
    }

    private Where at(String key) {
        return origin.apply(key);
    }
}

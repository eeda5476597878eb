// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.Locale;
import java.util.function.Function;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.member.EpochStores;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts.Part;
import org.breadboard.platform.nemesis.FaultAt;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.yaml.SettingText;
import org.breadboard.platform.yaml.Where;

/** Refuses faults that the protocol does not tolerate, or that the mix has nothing for. */
final class FaultChecks {
    private static final long SHORTEST_LEASE_NS = 1_000_000;

    private final Mix mix;
    private final Part<ProtocolType> protocol;
    private final Function<String, Where> origin;
    private final Demands demands;

    /** {@code origin} tells where a key was given, {@code demands} is told of each check. */
    FaultChecks(Mix mix, Part<ProtocolType> protocol, Function<String, Where> origin, Demands demands) {
        this.mix = mix;
        this.protocol = protocol;
        this.origin = origin;
        this.demands = demands;
    }

    /** Checks all. */
    void run() {
        fault(Fault.LOSS, mix.faults().loss(), MixKeys.LOSS.name(), "the key");
        fault(Fault.DUPLICATION, mix.faults().duplication(), MixKeys.DUPLICATION.name(), "the key");
        fault(Fault.REORDERING, mix.faults().reordering(), MixKeys.REORDERING.name(), "the key");
        nemesis();
    }

    private void fault(Fault fault, double probability, String key, String asking) {
        if (probability > 0) {
            String word = fault.name().toLowerCase(Locale.ROOT);
            demands.check(
                    at(key),
                    key,
                    "a protocol that survives " + word,
                    "protocol '" + protocol.id() + "'",
                    () -> tolerated(fault, key, asking));
        }
    }

    private void nemesis() {
        String key = MixKeys.NEMESIS.name();
        for (Faults.Kind kind : mix.faults().nemesis()) {
            strikes(kind, key);
            if (kind.isVirtual()) {
                check(key, "virtual time for " + kind.word(), MixKeys.RUNTIME.name(), () -> virtual(key, kind.word()));
            }
        }
        FaultAt at = mix.faults().at();
        if (at != null) {
            String of = MixKeys.FAULT_AT.name();
            strikes(at.kind(), of);
            check(of, "virtual time for " + at.text(), MixKeys.RUNTIME.name(), () -> virtual(of, at.text()));
        }
        String lease = MixKeys.FAULTS_LEASE.name();
        demands.quietly(at(lease), lease, "real threads", MixKeys.RUNTIME.name(), this::lease);
        String zookeeper = MixKeys.ZOOKEEPER.name();
        demands.quietly(at(zookeeper), zookeeper, "real threads", MixKeys.RUNTIME.name(), this::zookeeper);
        String window = MixKeys.FAULTS_WINDOW.name();
        demands.quietly(at(window), window, "an interval", MixKeys.FAULTS_INTERVAL.name(), this::window);
    }

    private void strikes(Faults.Kind kind, String key) {
        kind.borne().ifPresent(fault -> fault(fault, 1, key, "'" + kind.word() + "'"));
        if (kind == Faults.Kind.SWITCH_CRASH) {
            check(key, "a switch that runs a program", MixKeys.SWITCH, () -> programmed(key));
        }
    }

    private void lease() {
        long leaseNs = mix.faults().control().leaseNs();
        if (mix.mode().live() && mix.faults().crash() && leaseNs < SHORTEST_LEASE_NS) {
            throw at(MixKeys.FAULTS_LEASE.name())
                    .refuse("a lease of " + SettingText.plain(leaseNs / 1e3)
                            + " us runs out on real threads while they wait for a core; say "
                            + MixKeys.FAULTS_LEASE.name() + ", at least " + SettingText.plain(SHORTEST_LEASE_NS / 1e3)
                            + ".");
        }
    }

    private void zookeeper() {
        Faults faults = mix.faults();
        if (faults.control().embedded()) {
            return;
        }
        try {
            EpochStores.find().check(faults.control().zookeeper());
        } catch (IllegalArgumentException wrong) {
            throw at(MixKeys.ZOOKEEPER.name()).refuse(wrong.getMessage() + ".");
        }
        String servers = "'" + MixKeys.ZOOKEEPER.name() + "' names ZooKeeper "
                + faults.control().zookeeper();
        if (!faults.crash()) {
            throw at(MixKeys.ZOOKEEPER.name())
                    .refuse(servers + ", but nothing crashes, so nobody asks it; leave it out.");
        }
        if (!mix.mode().live()) {
            throw at(MixKeys.ZOOKEEPER.name())
                    .refuse(servers + ", but in virtual time nobody asks it; leave it out, or say runtime: live.");
        }
        if (faults.has(Faults.Kind.ZOOKEEPER_CRASH)) {
            throw at(MixKeys.NEMESIS.name())
                    .refuse("'" + Faults.Kind.ZOOKEEPER_CRASH.word() + "' stops a ZooKeeper of the run's own, but "
                            + servers + "; leave one of them out.");
        }
    }

    private void programmed(String key) {
        if (mix.switches() == null || mix.switches().program() == null) {
            throw at(key).refuse("'" + Faults.Kind.SWITCH_CRASH.word()
                    + "' takes what the program of a switch holds, but no switch runs one; leave it out, or say "
                    + MixKeys.SWITCH + ": NAME.");
        }
    }

    private void window() {
        Faults faults = mix.faults();
        if (faults.windowNs() > faults.intervalNs()) {
            throw at(MixKeys.FAULTS_WINDOW.name())
                    .refuse("a window of " + SettingText.plain(faults.windowNs() / 1e3)
                            + " us does not fit into an interval of " + SettingText.plain(faults.intervalNs() / 1e3)
                            + " us; say " + MixKeys.FAULTS_INTERVAL.name() + ".");
        }
    }

    private void virtual(String key, String word) {
        if (mix.mode().live()) {
            throw at(key).refuse("only virtual time can do '" + word
                    + "', but runtime is live; leave it out, or say runtime: sim.");
        }
    }

    private void tolerated(Fault fault, String key, String asking) {
        if (!protocol.type().traits().tolerates().contains(fault)) {
            String all = protocol.type().traits().tolerates().stream()
                    .sorted()
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .reduce((a, b) -> a + ", " + b)
                    .orElse("no fault");
            throw at(key).refuse("protocol '" + protocol.id() + "' does not tolerate "
                    + fault.name().toLowerCase(Locale.ROOT) + " (it tolerates " + all + "); leave " + asking + " out.");
        }
    }

    private void check(String key, String what, String by, Runnable check) {
        demands.check(at(key), key, what, by, check);
    }

    private Where at(String key) {
        return origin.apply(key);
    }
}

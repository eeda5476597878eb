// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.breadboard.api.Setting;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.load.Backoff;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.FaultAt;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.runtime.Speeds;
import org.breadboard.platform.yaml.Where;

/** The values of keys that no plug-in declares, and what of a mix follows from them alone. */
final class PlainValues {
    /** How many intervals of faults there are while it is measured, where a mix does not say how long they are. */
    private static final int INTERVALS = 10;

    /** The same where machines crash: there must be time to recover, and to get copies again. */
    private static final int INTERVALS_OF_CRASHES = 2;

    /** How many times as long an interval is as a window, where a mix does not say. */
    private static final int WINDOWS = 5;

    /** How many leases are in a window, where a mix does not say how long they are. */
    private static final int LEASES = 4;

    private final Map<String, String> texts;
    private final Function<String, Where> origin;

    /**
     * Of checked values.
     *
     * @param texts each by its key
     * @param origin where a key's value was said
     */
    PlainValues(Map<String, String> texts, Function<String, Where> origin) {
        this.texts = texts;
        this.origin = origin;
    }

    <T> T get(Setting<T> setting) {
        return setting.read(text(setting));
    }

    String text(Setting<?> setting) {
        return texts.get(setting.name());
    }

    /** Whether as many transactions are wanted at a time as yield the most. */
    boolean peak() {
        return text(MixKeys.CONTEXTS).equals(MixKeys.PEAK);
    }

    Mix.Cluster cluster() {
        return new Mix.Cluster(
                get(MixKeys.NODES),
                get(MixKeys.THREADS),
                get(MixKeys.REPLICATION),
                get(MixKeys.SCALE),
                get(MixKeys.CLIENT_NODES),
                get(MixKeys.CLIENTS),
                new Mix.Cpu(get(MixKeys.CORES), get(MixKeys.HYPERTHREADS), get(MixKeys.HYPERTHREAD_SPEED)));
    }

    Mix.Load load() {
        return new Mix.Load(
                peak() ? 1 : get(MixKeys.CONTEXTS),
                get(MixKeys.RATE),
                new Backoff(get(MixKeys.BACKOFF), get(MixKeys.BACKOFF_TRIES)),
                get(MixKeys.THINK) * 1e3,
                parsed(MixKeys.PHASES, text -> text.isEmpty() ? Phases.STEADY : Phases.parse(text)),
                get(MixKeys.UNTIL_DONE));
    }

    Mix.Time time() {
        return new Mix.Time(get(MixKeys.WARMUP) * 1000, get(MixKeys.MEASURE) * 1000);
    }

    Mix.Network network() {
        return new Mix.Network(get(MixKeys.RACKS), get(MixKeys.UPLINK));
    }

    Mix.Mode mode() {
        return new Mix.Mode(
                get(MixKeys.RUNTIME),
                get(MixKeys.EXPLORE),
                get(MixKeys.LIVE_THREADS),
                get(MixKeys.CHECK).equals(MixKeys.WINDOWED),
                ProtocolType.Promise.of(get(MixKeys.PROMISE)),
                parsed(MixKeys.SPEEDS, Speeds::parse));
    }

    Faults faults() {
        long intervalNs = Math.round(get(MixKeys.FAULTS_INTERVAL) * 1e3);
        long windowNs = Math.round(get(MixKeys.FAULTS_WINDOW) * 1e3);
        List<Faults.Kind> nemesis = parsed(MixKeys.NEMESIS, Faults::parse);
        FaultAt at = parsed(MixKeys.FAULT_AT, FaultAt::parse);
        if (intervalNs == 0) {
            boolean crash = Faults.crash(nemesis) || at != null && Faults.crash(List.of(at.kind()));
            int intervals = crash ? INTERVALS_OF_CRASHES : INTERVALS;
            intervalNs = Math.max(1, get(MixKeys.MEASURE) * 1000 / intervals);
        }
        windowNs = windowNs == 0 ? Math.max(1, intervalNs / WINDOWS) : windowNs;
        long leaseNs = Math.round(get(MixKeys.FAULTS_LEASE) * 1e3);
        return new Faults(
                get(MixKeys.LOSS),
                get(MixKeys.DUPLICATION),
                get(MixKeys.REORDERING),
                nemesis,
                get(MixKeys.FAULTS_VICTIMS).equals(MixKeys.IN_TURN),
                intervalNs,
                windowNs,
                get(MixKeys.FAULTS_PROBABILITY),
                Math.round(get(MixKeys.FAULTS_DELAY) * 1e3),
                get(MixKeys.FAULTS_SLOWDOWN),
                at,
                new Faults.Control(
                        leaseNs == 0 ? windowNs / LEASES : leaseNs,
                        Math.round(get(MixKeys.FAULTS_DECIDE) * 1e3),
                        Math.round(get(MixKeys.CONTROL_ONE_WAY) * 1e3),
                        get(MixKeys.CONTROL_GBPS),
                        get(MixKeys.ZOOKEEPER)));
    }

    private <T> T parsed(Setting<String> setting, Function<String, T> parser) {
        try {
            return parser.apply(get(setting));
        } catch (IllegalArgumentException wrong) {
            throw origin.apply(setting.name()).refuse("'" + setting.name() + "' " + wrong.getMessage());
        }
    }
}

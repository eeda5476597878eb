// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.platform.combine.Answer;
import org.breadboard.platform.combine.Question;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.Parts.Combination;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.nemesis.Faults;

/**
 * What seeds start from: a mix, and what is set of it whatever the seed.
 *
 * @param base the mix, before anything is set of it
 * @param ownWorkload whether the mix's own workload is a choice, too
 * @param others of each of the protocol's settings that has few values: those that are not its default, by key
 * @param sizes counts and sizes of the protocol's, by key, and those of hardware and switches behind them
 * @param hidden such sizes as results show only where a mix sets them
 * @param workloads the workloads that ship, each with all that it needs to be small; none where the mix's own is a
 *     choice
 * @param flags of the same, those with settings that are on or off
 * @param delays times that hardware and switches take
 * @param lags times of the protocol that are as short
 * @param timeouts of the protocol, and of hardware and switches
 * @param programmed whether a switch runs a program
 * @param queuePairs whether all machines have hardware with queue pairs
 * @param asked the faults that each seed has, since mix or settings ask for them, by their words
 * @param nemesis what may strike in windows, if the protocol bears it
 * @param dense whether transactions are to meet one another more often than in campaigns
 */
record Ground(
        MixRequest base,
        String protocol,
        Map<String, String> sets,
        ProtocolTraits traits,
        boolean ownWorkload,
        Map<String, List<String>> others,
        List<Size> sizes,
        List<Size> hidden,
        List<Map<String, String>> workloads,
        List<Flags> flags,
        List<Delay> delays,
        List<Delay> lags,
        List<Timeout> timeouts,
        boolean programmed,
        boolean queuePairs,
        Set<String> asked,
        List<Faults.Kind> nemesis,
        boolean dense) {
    /**
     * With what can strike this mix: a switch without a program loses nothing when it crashes, and without queue pairs
     * none fail.
     */
    Ground {
        nemesis = nemesis.stream()
                .filter(kind -> kind != Faults.Kind.SWITCH_CRASH || programmed)
                .filter(kind -> kind != Faults.Kind.QP_ERROR || queuePairs)
                .toList();
    }

    /** Whether a fault can strike here. */
    boolean bears(Faults.Kind kind) {
        return nemesis.contains(kind)
                && (kind.borne().isEmpty()
                        || traits.tolerates().contains(kind.borne().get()));
    }

    /** The mix of which other protocols take the place; it brings nothing but sizes. */
    static final String BASE = "fasst-contended";

    /** The workload whose shape follows from a number. */
    static final String CONTENDED = "contended";

    /**
     * One for each combination of protocol, data sheet and program that runs transactions, of the protocols
     * {@code only}, or of all if that is empty: whatever keeps the workload of a shape that nobody chose away may not
     * keep others away.
     */
    static List<Ground> ofAll(
            Question question,
            List<String> only,
            MixResolver resolver,
            List<String> always,
            List<Faults.Kind> nemesis) {
        List<String> installed = question.protocols();
        for (String protocol : only) {
            if (!installed.contains(protocol)) {
                throw new RefusedException("no protocol '" + protocol + "' is installed"
                        + Suggestion.choices(protocol, installed, "list protocols"));
            }
        }
        List<Map<String, String>> small = question.small();
        List<Flags> flags = Flags.of(small, MixRequest.of(BASE, List.of()), resolver);
        List<Ground> grounds = new ArrayList<>();
        for (String protocol : only.isEmpty() ? installed : only) {
            Map<Combination, List<Combination>> alike = new LinkedHashMap<>();
            for (Combination each : question.combinations(protocol)) {
                if (!each.workload().equals(Combination.NONE)) {
                    alike.computeIfAbsent(each.withWorkload(""), unseen -> new ArrayList<>())
                            .add(each);
                }
            }
            for (List<Combination> workloads : alike.values()) {
                workloads.stream()
                        .map(question::ask)
                        .filter(Answer::runs)
                        .findFirst()
                        .ifPresent(answer -> grounds.add(of(
                                answer.mix(),
                                MixRequest.of(BASE, List.of()),
                                chosen(answer),
                                resolver,
                                always,
                                false,
                                small,
                                flags,
                                nemesis,
                                false)));
            }
        }
        if (grounds.isEmpty()) {
            throw new RefusedException("None of the protocols runs a workload; 'list combinations' says why.");
        }
        return grounds;
    }

    private static Map<String, String> chosen(Answer answer) {
        Map<String, String> sets = new LinkedHashMap<>();
        sets.put("cluster.cores", "0"); // as many as the protocol's threads take
        sets.put("cluster.hyperthreads", "0");
        sets.put(MixKeys.PROTOCOL, answer.combination().protocol());
        sets.put(MixKeys.HARDWARE_PROFILE, answer.combination().profile());
        sets.put(MixKeys.SWITCH, answer.combination().program());
        Mix.Switches switches = answer.mix().mix().switches();
        if (switches != null && switches.program() != null) {
            sets.put(MixKeys.SWITCH_PROFILE, switches.profile());
        }
        return sets;
    }

    /** The ground of one mix, with its own protocol and hardware. */
    static Ground of(String mix, MixResolver resolver, List<String> always, List<Faults.Kind> nemesis) {
        ResolvedMix resolved = resolver.resolve(MixRequest.of(mix, always));
        if (resolved.parts().workload() == null) {
            throw new RefusedException("Mix '" + mix + "' is a micro-benchmark, which runs no transactions; name one"
                    + " that does, or none for all protocols.");
        }
        return of(
                resolved,
                MixRequest.of(mix, List.of()),
                Map.of(),
                resolver,
                always,
                true,
                List.of(),
                List.of(),
                nemesis,
                false);
    }

    /**
     * The ground of a mix of no file, of which each seed has {@code kept}, and whose workload has shapes. Dense, since
     * who builds a plug-in has time for few seeds.
     */
    static Ground of(MixRequest base, Map<String, String> kept, MixResolver resolver) {
        MixRequest whole = with(base, kept).with(Case.VALUE_BYTES + "=" + Case.SMALL_VALUE);
        return of(
                resolver.resolve(whole),
                base,
                kept,
                resolver,
                List.of(),
                false,
                List.of(),
                List.of(),
                List.of(Faults.Kind.values()),
                true);
    }

    private static Ground of(
            ResolvedMix resolved,
            MixRequest base,
            Map<String, String> chosen,
            MixResolver resolver,
            List<String> always,
            boolean ownWorkload,
            List<Map<String, String>> workloads,
            List<Flags> flags,
            List<Faults.Kind> nemesis,
            boolean dense) {
        Map<String, String> sets = new LinkedHashMap<>(chosen);
        for (String set : always) {
            int equals = set.indexOf('=');
            if (equals < 1) {
                throw new RefusedException("--set " + set + ": give KEY=VALUE, such as load.contexts=2.");
            }
            sets.put(set.substring(0, equals), set.substring(equals + 1));
        }
        Map<String, List<String>> others = new LinkedHashMap<>();
        List<Size> sizes = new ArrayList<>();
        List<Size> hidden = new ArrayList<>();
        List<Delay> delays = new ArrayList<>();
        List<Delay> lags = new ArrayList<>();
        List<Timeout> timeouts = new ArrayList<>();
        Map<String, String> usual = resolved.texts();
        resolver.settable(with(base, sets)).forEach((key, setting) -> {
            if (sets.containsKey(key) || setting == null) {
                return;
            }
            boolean protocols = key.startsWith(MixKeys.PROTOCOL + ".");
            List<String> values = protocols ? others(setting) : List.of();
            if (!values.isEmpty()) {
                others.put(key, values);
            }
            boolean devices = key.startsWith(MixKeys.HARDWARE + ".") || key.startsWith(MixKeys.SWITCH + ".");
            String text = usual.getOrDefault(key, "");
            if ((protocols || devices) && Size.is(setting) && text.matches("[0-9]+")) {
                sizes.add(new Size(key, setting, Long.parseLong(text), protocols));
            }
            boolean untold = setting.isOptional() && !usual.containsKey(key);
            if ((protocols || devices) && Size.is(setting) && untold) {
                hidden.add(new Size(key, setting, Long.parseLong(setting.defaultValue()), protocols));
            }
            Timeout timeout = Timeout.of(key, setting, untold ? setting.defaultValue() : text, protocols);
            if ((protocols || devices) && timeout != null) {
                timeouts.add(timeout);
            }
            if ((protocols || devices) && Delay.is(setting, text)) {
                (devices ? delays : lags).add(new Delay(key, setting, Double.parseDouble(text)));
            }
        });
        return new Ground(
                base,
                resolved.mix().protocol().id(),
                sets,
                resolved.parts().protocol().traits(),
                ownWorkload,
                others,
                sizes,
                hidden,
                sets.containsKey(MixKeys.WORKLOAD) ? List.of() : workloads,
                sets.containsKey(MixKeys.WORKLOAD) ? List.of() : flags,
                delays,
                lags,
                timeouts,
                resolved.mix().switches() != null && resolved.mix().switches().program() != null,
                resolved.parts().hasQueuePairs(),
                asked(resolved, sets),
                nemesis,
                dense);
    }

    private static Set<String> asked(ResolvedMix resolved, Map<String, String> sets) {
        Set<String> asked = new TreeSet<>();
        asked.addAll(resolved.mix().faults().struck(counter -> 0L).keySet());
        Faults.parse(sets.getOrDefault(Case.NEMESIS, "")).forEach(kind -> asked.add(kind.word()));
        for (Faults.Kind kind : Faults.Kind.values()) {
            String rate = kind.borne().map(Case.FAULTS::get).map(sets::get).orElse("0");
            if (!rate.matches("[0.]*")) {
                asked.add(kind.word());
            }
        }
        return asked;
    }

    /** The values that a setting has beside its default, if they can be told, and leave all promises in force. */
    static List<String> others(Setting<?> setting) {
        List<String> values = isFlag(setting) ? List.of("true", "false") : setting.choices();
        return values.stream()
                .filter(value -> !value.equals(setting.defaultValue())
                        && !setting.withoutPromises().contains(value))
                .toList();
    }

    /** Whether a setting is on or off; a key without one is none. */
    static boolean isFlag(Setting<?> setting) {
        return setting != null && setting.type() == Setting.Type.FLAG;
    }

    /** Whether nobody has chosen another workload than that which has shapes. */
    boolean bearsShapes() {
        return sets.getOrDefault(MixKeys.WORKLOAD, CONTENDED).equals(CONTENDED);
    }

    /** A mix with values over those that it has. */
    static MixRequest with(MixRequest base, Map<String, String> sets) {
        MixRequest request = base;
        for (String set : texts(sets)) {
            request = request.with(set);
        }
        return request;
    }

    static List<String> texts(Map<String, String> sets) {
        return sets.entrySet().stream()
                .map(set -> set.getKey() + "=" + set.getValue())
                .toList();
    }
}

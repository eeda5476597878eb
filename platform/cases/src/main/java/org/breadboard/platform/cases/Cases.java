// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.combine.Question;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.nemesis.FaultAt;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.verbs.Experiment;

/**
 * The runs that seeds draw: of which protocols, on what, and what stays the same in each. A seed draws sizes, a shape
 * of the workload, settings, delays and faults. Immutable; any thread.
 */
public final class Cases {
    private final List<Ground> grounds;
    /** Null where seeds draw. */
    private final EveryInstant instants;

    private Cases(List<Ground> grounds) {
        this(grounds, null);
    }

    private Cases(List<Ground> grounds, EveryInstant instants) {
        this.grounds = grounds;
        this.instants = instants;
    }

    /**
     * Of what goes together with these protocols.
     *
     * @param protocols ids, or none for all that are installed
     * @param always {@code key=value} each, which every seed has
     * @param nemesis what may strike where it is borne
     * @throws RefusedException if nothing can run
     */
    public static Cases ofProtocols(
            Question question,
            List<String> protocols,
            MixResolver resolver,
            List<String> always,
            List<Faults.Kind> nemesis) {
        return new Cases(Ground.ofAll(question, protocols, resolver, always, nemesis));
    }

    /**
     * Of mixes, each with its own protocol and hardware.
     *
     * @param always {@code key=value} each, which every seed has
     * @param nemesis what may strike where it is borne
     * @throws RefusedException if one of them runs no transactions
     */
    public static Cases ofMixes(
            List<String> mixes, MixResolver resolver, List<String> always, List<Faults.Kind> nemesis) {
        return new Cases(mixes.stream()
                .map(mix -> Ground.of(mix, resolver, always, nemesis))
                .toList());
    }

    /**
     * Of parts that no file names, for tests. What is not kept is as in the mix that replays name.
     *
     * @param values all that a mix needs, by key
     * @param kept of each seed, over these
     * @throws RefusedException if they do not go together
     */
    public static Cases ofValues(Map<String, String> values, Map<String, String> kept, MixResolver resolver) {
        return new Cases(List.of(Ground.of(MixRequest.ofValues(Ground.BASE, values), kept, resolver)));
    }

    /**
     * One small run of each of the protocols instead, and in the place of seeds a fault at each instant of it.
     *
     * @param experiment runs each once, to count the instants
     * @throws RefusedException if nothing strikes at such an instant
     */
    public Cases atEvery(FaultAt.Moment moment, Experiment experiment) {
        return new Cases(grounds, EveryInstant.of(moment, grounds, experiment));
    }

    /** How many instants there are, of each protocol and fault; empty where seeds draw. */
    public Map<String, Map<String, Integer>> instants() {
        return instants == null ? Map.of() : instants.counts();
    }

    /** The protocols, each once. */
    public List<String> protocols() {
        return grounds.stream().map(Ground::protocol).distinct().toList();
    }

    /** Whether a fault can strike any of them. */
    public boolean bear(Faults.Kind kind) {
        return grounds.stream().anyMatch(ground -> ground.bears(kind));
    }

    /** The faults that whoever chose mixes and settings has asked for, by their words; what seeds draw is none. */
    public Set<String> asked() {
        Set<String> asked = new TreeSet<>();
        grounds.forEach(ground -> asked.addAll(ground.asked()));
        return asked;
    }

    /** Of a campaign that is guided, and of which nothing has run yet. */
    public Coverage coverage() {
        return new Coverage(grounds);
    }

    /**
     * What runs them, one after another.
     *
     * @param experiment its own
     * @param plugins by which a defect of a plug-in's is told from one of the platform's
     */
    public SeedRunner runner(Experiment experiment, List<Plugin> plugins, BooleanSupplier cancelled) {
        return new SeedRunner(experiment, grounds, instants, plugins, cancelled);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.nemesis.Instants;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.RunRecord;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.run.PeakSearch;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.Runner;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.OneByOne;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * The one way to run mixes: each is resolved, and run once or until its peak is found. Filled tables are kept from a
 * run to the next. One thread.
 */
public final class Experiment {
    private final MixResolver resolver;
    private final PluginWatch watch;
    private final BooleanSupplier cancelled;
    private final Runner runner;

    /**
     * Of mixes in these folders, made of what these plug-ins bring.
     *
     * @param patience how long a plug-in may take outside of steps before it is given up
     * @param cancelled whether to stop
     */
    public Experiment(List<InstalledPlugin> plugins, Folders folders, Duration patience, BooleanSupplier cancelled) {
        this.cancelled = cancelled;
        resolver = new MixResolver(new Parts(plugins), folders);
        watch = new PluginWatch(plugins.stream().map(InstalledPlugin::plugin).toList(), patience, cancelled);
        runner = new Runner(patience);
    }

    /**
     * From now on final states are looked at whole, also where nobody has written: so it shows if nodes did not begin
     * with what the workload says.
     */
    public Experiment judgingWhole() {
        runner.judgingWhole();
        return this;
    }

    /** From now on runs in virtual time have so many threads ({@link Runner#onThreads}). */
    public Experiment onThreads(int count) {
        runner.onThreads(count);
        return this;
    }

    /** Why the last run's events happened one by one, as people read it behind "since"; empty if they did not. */
    public Optional<String> whyOneByOne() {
        return runner.whyOneByOne().map(OneByOne::words);
    }

    /** The instants that the last run came through; empty if nothing was to strike at one. */
    public Optional<Instants> instants() {
        return runner.instants();
    }

    /**
     * Resolves a mix.
     *
     * @throws RefusedException if it is wrong, or cannot work
     * @throws Hang if a plug-in does not return
     */
    public ResolvedMix resolve(MixRequest request) {
        return watch.call(() -> resolver.resolve(request));
    }

    /**
     * Runs a mix once, with as many contexts as it has, and forgets its history; tells nobody how far it is.
     *
     * @throws RefusedException if its cluster cannot be built
     * @throws Hang if a plug-in does not return while that is built
     */
    public RunResult once(ResolvedMix mix) {
        return once(mix, null, (phase, share, committed) -> {});
    }

    /**
     * The same.
     *
     * @param history where the history's bytes go, or null to check and forget it
     */
    public RunResult once(ResolvedMix mix, Path history, Runner.Progress progress) {
        return runner.run(mix.mix(), mix.parts(), history, progress, cancelled);
    }

    /** Runs a mix once, as the caller wants it. */
    @FunctionalInterface
    public interface Attempt {
        /**
         * One of several runs.
         *
         * @param done how many were done before
         * @param expected about how many there will be in all
         */
        RunResult run(ResolvedMix mix, int done, int expected);
    }

    /** Runs a mix, or searches for its peak if it asks for that. */
    public Outcome run(ResolvedMix mix, Attempt attempt) {
        if (!mix.peak()) {
            return Outcome.of(mix, attempt.run(mix, 0, 1));
        }
        int[] done = {0};
        int expected = PeakSearch.expectedRuns(mix.maxContexts());
        PeakSearch search = new PeakSearch(
                mix.maxContexts(), contexts -> attempt.run(mix.withContexts(contexts), done[0]++, expected));
        RunResult best = search.search();
        return new Outcome(mix.withContexts(best.mix().load().contexts()), best, PeakSearch.RULE, search.tried());
    }

    /**
     * A result with the mix that yielded it.
     *
     * @param peakRule how its peak was searched for, or null
     * @param tried all runs of that search, or empty
     */
    public record Outcome(ResolvedMix resolved, RunResult result, String peakRule, List<RunResult> tried) {
        /** Of one run. */
        public static Outcome of(ResolvedMix resolved, RunResult result) {
            return new Outcome(resolved, result, null, List.of());
        }

        /** The same, but the mix says how long was measured in the end. */
        public Outcome asMeasured() {
            return new Outcome(resolved.withTime(result.mix().time()), result, peakRule, tried);
        }

        /**
         * As {@code run --output json} prints it.
         *
         * @param replay the command that runs the same again
         * @param resultDir where it is kept, or null
         */
        public Summary summary(String replay, String resultDir) {
            return Summary.of(result, replay, peakRule, resultDir);
        }

        /**
         * Writes the files that describe it into a folder.
         *
         * @param shown where the folder will be in the end
         * @return its summary as it was written
         */
        public Summary write(Path folder, String shown, String replay) throws IOException {
            return RunFiles.write(folder, new RunRecord(resolved, result, summary(replay, shown), tried));
        }
    }
}

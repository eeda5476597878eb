// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.files.FileDigests;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.claim.Variation;
import org.breadboard.platform.study.outcome.PointOutcome;

/**
 * One run of one point.
 *
 * @param index its place among all runs of the study
 * @param resolved the point's mix
 * @param variation null for the point as it is
 */
record PointJob(int index, Study.Sweep sweep, Study.Point point, ResolvedMix resolved, long seed, Variation variation) {
    /** The same run with a change. */
    PointJob varied(int at, Variation.Change change, MixResolver resolver) {
        List<String> sets = new ArrayList<>(point.sets());
        sets.addAll(change.sets());
        return new PointJob(
                at,
                sweep,
                new Study.Point(point.parameters(), List.copyOf(sets)),
                resolver.resolve(MixRequest.of(sweep.mix(), sets)),
                seed,
                change.variation());
    }

    /** {@code key=value} over the mix, the seed among them. */
    List<String> sets() {
        List<String> sets = new ArrayList<>(point.sets());
        sets.add("seed=" + seed);
        return sets;
    }

    boolean live() {
        return resolved.mix().mode().live();
    }

    /** What its JVM is started with. */
    WorkerKind kind() {
        boolean firstTier = !live() && sweep.compiler() == Study.Compiler.FIRST_TIER;
        return new WorkerKind(sweep.heapMb(), firstTier, live());
    }

    /** The outcome of a run that yielded no figures. */
    PointOutcome failed(String reason) {
        return new PointOutcome(sweep.name(), point.parameters(), seed, resolved.texts(), Map.of(), false, reason);
    }

    /**
     * What a worker is asked.
     *
     * @param program the build and the plug-ins that run it
     * @param folder where its files go
     * @param shown where they will be in the end
     * @throws IOException if a file that a setting names cannot be read
     */
    PointRequest request(Folders folders, FileDigests digests, String program, Path folder, Path shown)
            throws IOException {
        Map<String, String> settings = new LinkedHashMap<>(resolved.texts());
        settings.put("seed", Long.toString(seed));
        resolved.inputs(digests).forEach((key, digest) -> settings.put(key, "the file of SHA-256 " + digest));
        return new PointRequest(
                folders.home(),
                folders.project(),
                sweep.mix(),
                sets(),
                live() ? 1 : sweep.stretch(),
                settings,
                program,
                folder,
                shown.toString(),
                kind(),
                sweep.timeoutSeconds());
    }
}

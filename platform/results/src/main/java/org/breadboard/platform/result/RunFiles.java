// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.files.FileDigests;
import org.breadboard.platform.mix.resolve.MixPrinter;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.run.RunResult;

/** The files that describe one run. */
public final class RunFiles {
    /** The manifest's SHA-256 of each file that a setting names, by key. */
    static final String INPUTS = "inputs";

    /** The page for people. */
    public static final String REPORT = "report.html";

    /** The version of what results hold. */
    static final int FORMAT = 1;

    private RunFiles() {}

    /**
     * Writes everything but the manifest and the history into a folder.
     *
     * @return the summary as it was written, which tells how long the other files took
     */
    public static Summary write(Path folder, RunRecord record) throws IOException {
        long beganNs = System.nanoTime();
        ResolvedMix resolved = record.resolved();
        RunResult result = record.result();
        Files.writeString(folder.resolve(ResultFolder.MIX), MixPrinter.yaml(resolved));
        Csv points = new Csv();
        points.add(PointRow.of(resolved, result));
        Files.writeString(folder.resolve("points.csv"), points.text());
        Files.writeString(folder.resolve("percentiles.csv"), LatencyFiles.percentiles(result.latencyNs()));
        LatencyFiles.writeLog(folder.resolve("latency.hlog"), result);
        Files.writeString(folder.resolve(ResultFolder.TIMELINE), TimelineFile.csv(result));
        Files.writeString(folder.resolve(REPORT), RunReport.html(record, folder));
        Summary summary = record.summary().reportedIn(System.nanoTime() - beganNs);
        Files.writeString(folder.resolve(ResultFolder.SUMMARY), summary.text() + "\n");
        return summary;
    }

    /** What the manifest of a run says. */
    public static Map<String, Object> manifest(
            ResolvedMix resolved, RunResult result, List<InstalledPlugin> plugins, Path home, String command)
            throws IOException {
        Map<String, Object> facts =
                origin("run", resolved.mix().name(), result.partial(), plugins, resolved.plugins(), home);
        facts.put("seed", resolved.mix().seed());
        facts.put("command", command);
        facts.put("resolvedMix", resolved.texts());
        Map<String, String> inputs = resolved.inputs(new FileDigests());
        if (!inputs.isEmpty()) {
            facts.put(INPUTS, inputs);
        }
        return facts;
    }

    /**
     * What decides what a run yields besides its mix, in words: Breadboard's own jars and the plug-ins that it uses.
     */
    public static String program(List<InstalledPlugin> plugins, List<InstalledPlugin> used, Path home)
            throws IOException {
        StringBuilder text = new StringBuilder();
        Path bundles = home.resolve("bundles");
        if (Files.isDirectory(bundles)) {
            try (Stream<Path> jars = Files.walk(bundles)) {
                for (Path jar : jars.filter(Files::isRegularFile).sorted().toList()) {
                    text.append(bundles.relativize(jar))
                            .append(' ')
                            .append(Digest.sha256(jar))
                            .append('\n');
                }
            }
        }
        for (Map<String, Object> plugin : Provenance.plugins(plugins, used)) {
            if (Boolean.TRUE.equals(plugin.get("used"))) {
                text.append(plugin.get("id"))
                        .append(' ')
                        .append(plugin.get("sha256"))
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** What the manifest of anything says. */
    public static Map<String, Object> origin(
            String kind,
            String name,
            boolean partial,
            List<InstalledPlugin> plugins,
            List<InstalledPlugin> used,
            Path home)
            throws IOException {
        Map<String, Object> facts = Json.document("manifest", FORMAT);
        facts.put("of", kind);
        facts.put("name", name);
        facts.put("partial", partial);
        facts.put("finishedAt", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("commit", Provenance.commit(home));
        facts.put("jvm", Provenance.jvm());
        facts.put("plugins", Provenance.plugins(plugins, used));
        return facts;
    }
}

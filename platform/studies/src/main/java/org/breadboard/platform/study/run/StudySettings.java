// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.files.FileDigests;
import org.breadboard.platform.mix.resolve.ResolvedMix;

/**
 * All that a study asks, as one digest: its file, every setting of each of its points, and what is in files that
 * settings name. Two studies of one digest yield the same figures in virtual time, with the same board and plug-ins.
 * How many seeds there are does not count, nor where files lie.
 */
public final class StudySettings {
    private StudySettings() {}

    /**
     * The digest.
     *
     * @param file of the study
     * @return 64 hexadecimal digits
     * @throws IOException if a file cannot be read
     */
    public static String sha256(Path file, StudyRun run) throws IOException {
        FileDigests digests = new FileDigests();
        Set<Map<String, String>> points = new LinkedHashSet<>();
        for (ResolvedMix mix : run.mixes()) {
            Map<String, String> settings = new TreeMap<>(mix.texts());
            settings.putAll(mix.inputs(digests));
            points.add(settings);
        }
        return Digest.sha256((Digest.sha256(file) + points).getBytes(StandardCharsets.UTF_8));
    }
}

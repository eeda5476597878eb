// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.run.StudyRun;

/**
 * Sees that a study takes nothing from this machine that somebody with the distribution and the pack has not: no file
 * of {@code conf/}, and no other file than packed ones.
 */
final class SelfContained {
    private static final String OWN = "conf/";
    /** How the place of a value begins that a study sets. */
    private static final String SET = "--set ";

    private final Folders folders;
    private final Set<Path> packed = new HashSet<>();

    /** Of a project's folders; {@code packed} are the files of it that are packed. */
    SelfContained(Folders folders, Collection<Path> packed) {
        this.folders = folders;
        packed.forEach(file -> this.packed.add(file.toAbsolutePath().normalize()));
    }

    /**
     * Refuses a study that takes more.
     *
     * @throws RefusedException naming what it takes, and where that belongs
     */
    void check(Study study, StudyRun run) throws IOException {
        for (Study.Sweep sweep : study.sweeps()) {
            if (Folders.isPath(sweep.mix())) {
                throw new RefusedException("Study " + study.name() + " runs the mix '" + sweep.mix() + "', which is a"
                        + " path of this machine; put that mix into "
                        + folders.project().resolve(Folders.MIXES)
                        + " and say its name.");
            }
        }
        for (ResolvedMix mix : run.mixes()) {
            for (ResolvedMix.Value value : mix.values()) {
                if (value.origin().startsWith(OWN)) {
                    throw new RefusedException("Study " + study.name() + " takes " + value.key() + " from "
                            + value.origin() + ", which is of this machine and not of the project; copy that file into "
                            + folders.project() + ".");
                }
                refuseOtherFile(study, value);
            }
        }
        study.sweeps().stream()
                .flatMap(sweep -> sweep.points().stream())
                .flatMap(point -> point.sets().stream())
                .forEach(set -> {
                    int equals = set.indexOf('=');
                    refuseAbsolute(study, set.substring(0, equals), set.substring(equals + 1));
                });
        for (InstalledPlugin plugin : run.used()) {
            Path jar = plugin.jar().orElse(null);
            if (jar != null
                    && jar.toAbsolutePath().normalize().getParent().endsWith(Project.PLUGINS)
                    && !isPacked(jar)) {
                throw new RefusedException("Study " + study.name() + " uses plug-in '" + plugin.id() + "' of " + jar
                        + ", which is installed here and not of the project; put that jar into "
                        + folders.project().resolve(Project.PLUGINS) + ".");
            }
        }
        Set<String> there = claims(folders.project().resolve(Folders.CLAIMS));
        Path own = folders.home().resolve(OWN).resolve(Folders.CLAIMS);
        Set<String> here = claims(own);
        for (Study.Claim claim : study.claims()) {
            if (here.contains(claim.id()) && !there.contains(claim.id())) {
                throw new RefusedException("Study " + study.name() + " takes the figure of its claim '" + claim.id()
                        + "' from " + own + ", which is of this machine and not of the project; copy its row into "
                        + folders.project().resolve(Folders.CLAIMS) + ".");
            }
        }
    }

    private void refuseOtherFile(Study study, ResolvedMix.Value value) {
        if (value.setting() == null
                || value.setting().type() != Setting.Type.FILE
                || value.text().isEmpty()) {
            return;
        }
        Path file = Path.of(value.text()).toAbsolutePath().normalize();
        if (!isPacked(file)) {
            throw new RefusedException("Study " + study.name() + " reads " + file + " (" + value.key()
                    + "), which is not packed; put it into the project and name it under 'include' of its mark.");
        }
        if (!value.origin().startsWith(SET)) {
            refuseAbsolute(study, value.key(), value.said());
        }
    }

    /** What is packed lies in another folder elsewhere. */
    private void refuseAbsolute(Study study, String key, String said) {
        if (Path.of(said).isAbsolute() && Files.exists(Path.of(said))) {
            throw new RefusedException("Study " + study.name() + " reads " + said + " (" + key + "), which is a path of"
                    + " this machine; name the file relative to the one that says so.");
        }
    }

    private boolean isPacked(Path file) {
        return packed.contains(file.toAbsolutePath().normalize());
    }

    private static Set<String> claims(Path folder) throws IOException {
        Set<String> ids = new HashSet<>();
        if (Files.isDirectory(folder)) {
            List<Path> files;
            try (Stream<Path> all = Files.list(folder)) {
                files = all.filter(file -> file.toString().endsWith(".csv")).toList();
            }
            for (Path file : files) {
                Csv.read(file, List.of("id")).forEach(row -> ids.add(row.text("id")));
            }
        }
        return ids;
    }
}

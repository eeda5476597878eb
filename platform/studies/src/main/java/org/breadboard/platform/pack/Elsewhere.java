// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.StudyReader;
import org.breadboard.platform.study.run.StudyRun;
import org.breadboard.platform.study.run.StudySettings;
import org.breadboard.platform.verbs.VerbScope;

/**
 * A place that has what somebody has who has the distribution and the pack: links to the packed files and to the
 * distribution's own, without its {@code conf/}. What is read there can be read on other machines. Closing it removes
 * the links.
 */
final class Elsewhere implements AutoCloseable {
    private static final String OF_THE_USER = "conf";

    private final VerbScope scope;
    private final Path home;
    private final Path project;
    private final Folders there;

    /**
     * Lays it out.
     *
     * @param files the packed ones, by their names relative to the project
     */
    Elsewhere(VerbScope scope, Map<String, Path> files) throws IOException {
        this.scope = scope;
        // Apart from each other, so that no path leads from the one to the other.
        home = Files.createTempDirectory("breadboard-home").toRealPath();
        project = Files.createTempDirectory("breadboard-project").toRealPath();
        there = new Folders(home, project, scope.folders().results());
        List<Path> shipped;
        try (Stream<Path> all = Files.list(scope.folders().home().toAbsolutePath())) {
            shipped = all.toList();
        }
        for (Path each : shipped) {
            if (!each.endsWith(OF_THE_USER)) {
                Files.createSymbolicLink(home.resolve(each.getFileName()), each);
            }
        }
        for (Map.Entry<String, Path> file : files.entrySet()) {
            Path link = project.resolve(file.getKey());
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, file.getValue().toAbsolutePath());
        }
    }

    /**
     * Sees that a study is the same there.
     *
     * @param settings its digest, as {@link StudySettings} has it here
     * @throws RefusedException if it cannot be read there, reads what others do not have, or asks something else
     */
    void check(String name, String settings) throws IOException {
        StudyReader reader = new StudyReader(there);
        StudyRun run;
        try {
            Study study = reader.read(name);
            run = scope.watched(() -> new StudyRun(study, there, scope.plugins()));
        } catch (RefusedException refused) {
            throw new RefusedException("Study " + name + " would not run elsewhere: " + asHere(refused.getMessage()));
        }
        for (ResolvedMix mix : run.mixes()) {
            for (ResolvedMix.Value value : mix.values()) {
                boolean file = value.setting() != null && value.setting().type() == Setting.Type.FILE;
                refuseOther(name, value.key(), file ? value.text() : "");
                refuseOther(name, value.key(), value.origin().replaceAll(":[0-9]+$", ""));
            }
        }
        if (!StudySettings.sha256(reader.file(name), run).equals(settings)) {
            throw new RefusedException("Study " + name + " asks something else elsewhere, since "
                    + scope.folders().home().resolve(OF_THE_USER) + " is of this machine; copy what it takes from"
                    + " there into " + scope.folders().project() + ".");
        }
    }

    private void refuseOther(String study, String key, String file) {
        if (file.startsWith("/")
                && !Path.of(file).startsWith(project)
                && !Path.of(file).startsWith(home)) {
            throw new RefusedException(
                    "Study " + study + " takes " + key + " from " + file + ", which is a path of this"
                            + " machine; put that file into the project, and name it relative to the file that says so.");
        }
    }

    private String asHere(String sentence) {
        return sentence.replace(project.toString(), scope.folders().project().toString())
                .replace(home.toString(), scope.folders().home().toString());
    }

    @Override
    public void close() throws IOException {
        ResultFolder.delete(home);
        ResultFolder.delete(project);
    }
}

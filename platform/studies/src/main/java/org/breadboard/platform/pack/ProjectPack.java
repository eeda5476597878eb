// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.pack.form.PackArchive;
import org.breadboard.platform.pack.form.PackFiles;
import org.breadboard.platform.pack.form.PackManifest;
import org.breadboard.platform.pack.form.PackedClaim;
import org.breadboard.platform.pack.form.PackedStudy;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.project.ProjectMark;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.study.PublishedFigure;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.StudyReader;
import org.breadboard.platform.study.run.StudyRun;
import org.breadboard.platform.study.run.StudySettings;
import org.breadboard.platform.verbs.VerbScope;

/**
 * {@code project pack}: all of a project in one archive or folder, with what somebody needs who has nothing else but
 * the distribution. The same project with the same results is the same bytes.
 */
public final class ProjectPack {
    private static final String ARCHIVE = ".zip";
    /** What of a result is packed: nothing that tells of the machine's folders. */
    private static final List<String> FIGURES = List.of("claims.csv", "points.csv", "means.csv");

    private final VerbScope scope;
    private final Console console;
    private final Folders folders;
    private final Path project;
    private final ProjectMark mark;
    private final TreeMap<String, PackArchive.Content> contents = new TreeMap<>();
    private final List<PackedStudy> studies = new ArrayList<>();
    private final List<PackedClaim> claims = new ArrayList<>();

    /**
     * Of a project.
     *
     * @param project its folder, which is marked
     * @throws RefusedException if its mark is not sound
     */
    public ProjectPack(VerbScope scope, Path project) {
        this.scope = scope;
        this.project = project;
        console = scope.console();
        folders = scope.folders();
        mark = ProjectMark.read(project);
    }

    /**
     * Makes the pack, and prints what is in it.
     *
     * @param out a file that ends in {@code .zip}, or a folder; null for an archive in the working directory
     * @param from results of its studies that are expected; where none is named, the newest that is kept
     * @throws RefusedException if something is in the way, or the project would not run elsewhere
     */
    public ExitStatus make(Path out, List<Path> from, OutputFormat output) throws IOException {
        String name = Folders.tamed(project.getFileName().toString());
        Path target = free(out == null ? Path.of(name + ARCHIVE) : out);
        Map<String, Path> files = PackFiles.of(project, mark);
        List<PackManifest.Jar> jars = jars(files);
        readStudies(files, from);
        files.forEach((file, path) -> add(file, () -> Files.newInputStream(path)));
        addCitation(name);
        PackManifest manifest = addReadme(name, jars);
        contents.put(PackManifest.FILE, text(manifest.text()));
        boolean archive = target.toString().toLowerCase(Locale.ROOT).endsWith(ARCHIVE);
        if (archive) {
            PackArchive.write(target, name, contents);
        } else {
            PackArchive.writeFolder(target, contents);
        }
        warn(manifest);
        new PackReport(manifest, target, archive ? Digest.sha256(target) : null, manifest.count())
                .print(output, console.out());
        return ExitStatus.DONE;
    }

    private static Path free(Path out) {
        Path target = out.toAbsolutePath().normalize();
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(
                    target + " is there already, and nothing is overwritten; remove it, or name another with --out.");
        }
        if (!Files.isDirectory(target.getParent())) {
            throw new RefusedException("There is no folder " + target.getParent()
                    + " for the pack; make it, or name another place with --out.");
        }
        return target;
    }

    private void add(String file, PackArchive.Content content) {
        if (file.equals(PackManifest.FILE) || file.startsWith(PackFiles.EXPECTED + "/")) {
            throw new RefusedException(project.resolve(file) + " is in the way, since a pack has that name for what is"
                    + " written into it; name yours otherwise.");
        }
        contents.put(file, content);
    }

    private static PackArchive.Content text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return () -> new ByteArrayInputStream(bytes);
    }

    // Plug-ins.

    private List<PackManifest.Jar> jars(Map<String, Path> files) throws IOException {
        List<PackManifest.Jar> jars = new ArrayList<>();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            if (!file.getKey().startsWith(Project.PLUGINS + "/")) {
                continue;
            }
            // A process has the plug-ins of the project that it was started in.
            if (!project.toString().equals(System.getProperty(Project.PROPERTY))) {
                throw new RefusedException(project + " has plug-ins of its own, which only a process has that works in"
                        + " it; call '" + Program.called() + " --project " + project + " project pack'.");
            }
            Optional<InstalledPlugin> plugin = installed(file.getValue());
            jars.add(new PackManifest.Jar(
                    file.getKey(),
                    plugin.map(InstalledPlugin::id).orElse(""),
                    plugin.map(InstalledPlugin::version).orElse(""),
                    Digest.sha256(file.getValue())));
            if (plugin.isEmpty()) {
                console.err()
                        .println(file.getKey() + " brings no plug-in that is in use; it is packed all the same,"
                                + " and 'plugin list' says what it is.");
            }
        }
        return jars;
    }

    private Optional<InstalledPlugin> installed(Path jar) throws IOException {
        for (InstalledPlugin plugin : scope.plugins()) {
            Path own = plugin.jar().orElse(null);
            if (own != null && Files.isRegularFile(own) && Files.isSameFile(own, jar)) {
                return Optional.of(plugin);
            }
        }
        return Optional.empty();
    }

    // Studies.

    private void readStudies(Map<String, Path> files, List<Path> from) throws IOException {
        List<String> names = Folders.names(project.resolve(Folders.STUDIES));
        if (names.isEmpty()) {
            throw new RefusedException(project + " has no study, so nobody could check what it claims; write one into "
                    + project.resolve(Folders.STUDIES) + ".");
        }
        Map<String, Path> named = named(from, names);
        SelfContained contained = new SelfContained(folders, files.values());
        StudyReader reader = new StudyReader(folders);
        List<PackedStudy> read = new ArrayList<>();
        try (Elsewhere elsewhere = new Elsewhere(scope, files)) {
            readStudies(names, named, contained, reader, elsewhere, read);
        }
        studies.addAll(QuickPath.choose(read, mark.quick()));
    }

    private void readStudies(
            List<String> names,
            Map<String, Path> named,
            SelfContained contained,
            StudyReader reader,
            Elsewhere elsewhere,
            List<PackedStudy> read)
            throws IOException {
        for (String name : names) {
            Study study = reader.read(name);
            StudyRun run = scope.watched(() -> new StudyRun(study, folders, scope.plugins()));
            contained.check(study, run);
            int points = study.sweeps().stream()
                    .mapToInt(sweep -> sweep.points().size())
                    .sum();
            int runs = study.sweeps().stream()
                    .mapToInt(sweep -> sweep.points().size() * sweep.repeat())
                    .sum();
            String settings = StudySettings.sha256(reader.file(name), run);
            elsewhere.check(name, settings);
            StudyFigures.Asked asked = new StudyFigures.Asked(name, settings, runs);
            Optional<StudyFigures> figures = named.containsKey(name)
                    ? Optional.of(StudyFigures.named(named.get(name), asked))
                    : StudyFigures.newest(folders.results(), asked);
            addFigures(name, figures);
            read.add(new PackedStudy(
                    name,
                    points,
                    runs,
                    run.runs() - runs,
                    false,
                    run.mixes().stream().anyMatch(mix -> mix.mix().mode().live()),
                    study.sweeps().stream().mapToInt(Study.Sweep::heapMb).max().orElse(0),
                    settings,
                    figures.map(StudyFigures::took).orElse(null)));
            study.claims()
                    .forEach(claim -> claims.add(PackedClaim.of(
                            claim.published(),
                            name,
                            figures.map(each -> each.claims().get(claim.id())).orElse(null))));
        }
    }

    /** The results that are named, by the study that each is of. */
    private static Map<String, Path> named(List<Path> from, List<String> studies) throws IOException {
        Map<String, Path> named = new LinkedHashMap<>();
        for (Path result : from) {
            String study = StoredResult.open(result).name();
            if (!studies.contains(study)) {
                throw new RefusedException(result + " is of '" + study + "', and the project's studies are "
                        + String.join(", ", studies) + ".");
            }
            if (named.put(study, result) != null) {
                throw new RefusedException("--from names two results of study " + study + "; name one.");
            }
        }
        return named;
    }

    private void addFigures(String study, Optional<StudyFigures> figures) {
        figures.ifPresent(kept -> FIGURES.stream()
                .filter(file -> Files.isRegularFile(kept.result().resolve(file)))
                .forEach(file -> contents.put(
                        PackFiles.EXPECTED + "/" + study + "/" + file,
                        () -> Files.newInputStream(kept.result().resolve(file)))));
    }

    // What is written.

    private void addCitation(String name) {
        if (!contents.containsKey(Citation.FILE)) {
            contents.put(Citation.FILE, text(Citation.text(mark, name)));
            if (mark.authors().isEmpty()) {
                console.err()
                        .println(ProjectMark.FILE + " names no 'authors', so " + Citation.FILE + " has '"
                                + "The authors of " + name + "'.");
            }
        }
    }

    /** A page that a project has of its own stays what it is. */
    private PackManifest addReadme(String name, List<PackManifest.Jar> jars) throws IOException {
        String page = null;
        for (String each : PackReadme.NAMES) {
            if (page == null && (!contents.containsKey(each) || isOurs(contents.get(each)))) {
                page = each;
            }
        }
        if (page == null) {
            throw new RefusedException(project + " has both " + String.join(" and ", PackReadme.NAMES)
                    + ", and a pack writes one of them; rename yours.");
        }
        contents.remove(page);
        PackManifest without = manifest(name, jars);
        long bytes = 0;
        for (PackArchive.Content each : contents.values()) {
            bytes += PackArchive.bytes(each);
        }
        contents.put(page, text(new PackReadme(without, bytes, unclaimed()).text()));
        return manifest(name, jars);
    }

    private static boolean isOurs(PackArchive.Content page) throws IOException {
        return new String(PackArchive.beginning(page, PackReadme.MARK.length()), StandardCharsets.UTF_8)
                .equals(PackReadme.MARK);
    }

    private PackManifest manifest(String name, List<PackManifest.Jar> jars) throws IOException {
        TreeMap<String, String> digests = new TreeMap<>();
        for (Map.Entry<String, PackArchive.Content> each : contents.entrySet()) {
            digests.put(each.getKey(), PackArchive.sha256(each.getValue()));
        }
        return new PackManifest(
                name,
                mark.title().isEmpty() ? name : mark.title(),
                mark.description(),
                PackManifest.Board.of(folders.home()),
                jars,
                List.copyOf(studies),
                List.copyOf(claims),
                digests);
    }

    private List<String> unclaimed() {
        Set<String> computed = new HashSet<>();
        claims.forEach(claim -> computed.add(claim.id()));
        return PublishedFigure.read(List.of(project.resolve(Folders.CLAIMS))).keySet().stream()
                .filter(id -> !computed.contains(id))
                .sorted()
                .toList();
    }

    private void warn(PackManifest manifest) {
        List<String> unmeasured = manifest.studies().stream()
                .filter(study -> study.took() == null)
                .map(PackedStudy::name)
                .toList();
        if (!unmeasured.isEmpty()) {
            console.err()
                    .println("No whole result of " + String.join(", ", unmeasured) + " as it is now is kept in "
                            + folders.results() + ", so the pack says 'not measured'; '" + Program.called()
                            + " study NAME' keeps one.");
        }
        List<String> missed = manifest.claims().stream()
                .filter(claim -> Boolean.FALSE.equals(claim.supported()))
                .map(PackedClaim::id)
                .toList();
        if (!missed.isEmpty()) {
            console.err()
                    .println("What was measured misses the paper's figure by more than the tolerance for "
                            + String.join(", ", missed) + "; the pack says that these are not supported.");
        }
        List<String> open = manifest.claims().stream()
                .filter(claim -> claim.expected() == null)
                .map(PackedClaim::id)
                .toList();
        if (!open.isEmpty()) {
            console.err()
                    .println("Nothing is expected of " + String.join(", ", open)
                            + ": no figure is published, and none was measured; a check cannot judge them.");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.pack.ClaimCheck.Verdict;
import org.breadboard.platform.pack.form.PackArchive;
import org.breadboard.platform.pack.form.PackManifest;
import org.breadboard.platform.pack.form.PackedClaim;
import org.breadboard.platform.pack.form.PackedStudy;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.reproduce.EndedStudy;
import org.breadboard.platform.reproduce.StudySeries;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.study.claim.ClaimRow;
import org.breadboard.platform.verbs.VerbScope;

/**
 * {@code project check}: sees that a pack is what was packed, runs its studies, and says of each claim whether it holds
 * within its tolerance. An archive is unpacked into the result's folder; studies keep their results as always.
 */
public final class ProjectCheck {
    private static final String NAME = "check";
    /** Where an archive is unpacked, in the folder of the result. */
    private static final String UNPACKED = "pack";

    private static final String ASKED = "asked.json";
    private static final int MOST_NAMED = 10;

    private final VerbScope scope;
    private final Folders folders;
    private final Console console;
    private final Runners runners;
    private final List<String> problems = new ArrayList<>();

    /** Makes what runs the studies of a project. */
    @FunctionalInterface
    interface Runners {
        /**
         * Makes one.
         *
         * @param project the folder of the project
         * @param results where its results go
         */
        StudySeries.Studies of(Path project, Path results, CheckRequest request);
    }

    /** Of a call. */
    public ProjectCheck(VerbScope scope) {
        this(
                scope,
                (project, results, request) -> new StudyProcess(
                        scope.folders().home(),
                        project,
                        results,
                        request.parallel(),
                        !request.full(),
                        scope.console()));
    }

    /** Of a call, with studies that somebody else runs. */
    ProjectCheck(VerbScope scope, Runners runners) {
        this.scope = scope;
        this.runners = runners;
        folders = scope.folders();
        console = scope.console();
    }

    /**
     * Checks a pack, and keeps and prints what it comes to.
     *
     * @return done if every claim that the pack supports holds, and there is one
     * @throws RefusedException if the pack is not sound, or there is nothing to resume
     */
    ExitStatus run(CheckRequest request) throws IOException {
        Path said = request.pack().toAbsolutePath().normalize();
        if (!Files.exists(said)) {
            throw new RefusedException("There is no file or folder '" + request.pack()
                    + "'; name an archive or a folder that 'project pack' has made.");
        }
        try (ResultFolder folder = request.resume()
                ? ResultFolder.resume(folders.results(), NAME)
                : new ResultFolder(folders.results(), NAME)) {
            String sha256 = Files.isDirectory(said) ? null : Digest.sha256(said);
            PackManifest pack = begin(request, said, sha256, folder);
            Path project = project(said, folder);
            List<PackedStudy> studies = studies(request, pack);
            tell(pack, sha256);
            // What has ended outlives this process, and so does the folder that says so.
            folder.keep();
            StudySeries series = new StudySeries(
                    folders.results(),
                    folder.draft().resolve(ResultFolder.POINTS),
                    console,
                    runners.of(project, folders.results(), request),
                    request.resuming());
            problems.addAll(series.run(studies.stream().map(PackedStudy::name).toList(), request.resume()));
            return conclude(request, pack, sha256, studies, series, folder);
        }
    }

    private static Path project(Path said, ResultFolder folder) {
        return Files.isDirectory(said) ? said : folder.draft().resolve(UNPACKED);
    }

    /** Unpacks and verifies the pack; of a check that goes on, sees that it is the same. */
    private PackManifest begin(CheckRequest request, Path said, String sha256, ResultFolder folder) throws IOException {
        if (!request.resume() && !Files.isDirectory(said)) {
            PackArchive.unpack(said, project(said, folder));
        }
        PackManifest pack = PackManifest.read(project(said, folder));
        refuseDamage(said, pack.damage(project(said, folder)));
        if (!Files.isDirectory(said)) {
            // With a folder for plug-ins, those that are installed here do not count.
            Files.createDirectories(project(said, folder).resolve(Project.PLUGINS));
        }
        Path file = folder.draft().resolve(ResultFolder.POINTS).resolve(ASKED);
        String asked = asked(request, pack, sha256);
        if (!request.resume()) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, asked);
        } else if (!Files.isRegularFile(file) || !Files.readString(file).equals(asked)) {
            throw new RefusedException("What was stopped was the check of another pack, of another path or with another"
                    + " build; check this one anew, without --resume.");
        } else {
            folder.reopen();
        }
        return pack;
    }

    private String asked(CheckRequest request, PackManifest pack, String sha256) throws IOException {
        Map<String, Object> asked = new LinkedHashMap<>();
        asked.put("archive", sha256);
        asked.put("pack", Digest.sha256(pack.text().getBytes(StandardCharsets.UTF_8)));
        asked.put("path", request.path());
        asked.put("studies", request.studies());
        asked.put("program", RunFiles.program(List.of(), List.of(), folders.home()));
        return Json.text(asked) + "\n";
    }

    private static void refuseDamage(Path said, List<String> damage) {
        if (damage.isEmpty()) {
            return;
        }
        String more = damage.size() > MOST_NAMED ? ", and " + (damage.size() - MOST_NAMED) + " more" : "";
        throw new RefusedException(said + " is not what was packed: "
                + String.join(", ", damage.subList(0, Math.min(MOST_NAMED, damage.size()))) + more
                + "; get it anew from those who packed it.");
    }

    private static List<PackedStudy> studies(CheckRequest request, PackManifest pack) {
        List<String> names = pack.studies().stream().map(PackedStudy::name).toList();
        for (String name : request.studies()) {
            if (!names.contains(name)) {
                throw new RefusedException("The pack has no study '" + name + "'" + Suggestion.phrase(name, names)
                        + "; it has: " + String.join(", ", names) + ".");
            }
        }
        return pack.studies().stream()
                .filter(study -> request.studies().isEmpty()
                        ? request.full() || study.quick()
                        : request.studies().contains(study.name()))
                .toList();
    }

    private void tell(PackManifest pack, String sha256) throws IOException {
        if (sha256 != null) {
            console.err()
                    .println("The archive's SHA-256 is " + sha256 + "; all " + pack.count()
                            + " files are what was packed.");
        }
        PackManifest.Board here = PackManifest.Board.of(folders.home());
        if (!here.equals(pack.board())) {
            console.err()
                    .println("It was packed with Breadboard " + pack.board() + ", and this is " + here
                            + ", so figures may differ.");
        }
        pack.code()
                .forEach((jar, digest) -> console.err()
                        .println(
                                "Its plug-in " + jar + " is code that runs as you do; its SHA-256 is " + digest + "."));
    }

    // What it comes to.

    private ExitStatus conclude(
            CheckRequest request,
            PackManifest pack,
            String sha256,
            List<PackedStudy> studies,
            StudySeries series,
            ResultFolder folder)
            throws IOException {
        List<ClaimCheck> claims = new ArrayList<>();
        Map<String, String> results = new LinkedHashMap<>();
        boolean partial = false;
        for (PackedStudy study : studies) {
            Optional<EndedStudy> ended = series.ended(study.name());
            partial |= ended.isEmpty();
            if (ended.isPresent()) {
                results.put(study.name(), ended.get().result());
                look(study, ended.get());
            }
            for (PackedClaim claim : pack.claims()) {
                if (claim.study().equals(study.name())) {
                    claims.add(check(claim, ended));
                }
            }
        }
        CheckReport report = new CheckReport(
                pack, sha256, request.path(), PackManifest.Board.of(folders.home()), partial, results, claims);
        keep(report, folder);
        report.print(request.output(), console.out());
        console.err().println(report.summary());
        if (console.cancellation().isCancelled()) {
            problems.add(console.cancellation().stopped() + "; studies that have finished are kept, and '"
                    + request.resuming() + "' goes on.");
        } else if (report.count(Verdict.HOLDS) == 0 && report.count(Verdict.FAILS) == 0 && !partial) {
            problems.add("No claim could be held against anything, so nothing is shown.");
        }
        problems.forEach(console.err()::println);
        return problems.isEmpty() && !partial && report.count(Verdict.FAILS) == 0 ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private void look(PackedStudy study, EndedStudy ended) throws IOException {
        if (!ended.whole()) {
            problems.add("Study " + study.name() + " has points that failed, or claims that could not be computed; "
                    + ended.result() + "/report.html shows them.");
        }
        Optional<String> settings = StoredResult.open(Path.of(ended.result())).settingsSha256();
        if (!settings.equals(Optional.of(study.settingsSha256()))) {
            console.err()
                    .println("Study " + study.name() + " ran with other settings than when it was packed: this"
                            + " Breadboard, or conf/ of its folder, has other mixes, testbeds or defaults.");
        }
    }

    private static ClaimCheck check(PackedClaim claim, Optional<EndedStudy> ended) {
        Optional<ClaimRow> row = ended.flatMap(study -> study.claims().stream()
                .filter(each -> each.claim().id().equals(claim.id()))
                .findFirst());
        return new ClaimCheck(
                claim,
                ended.isPresent(),
                row.map(ClaimRow::model).orElse(null),
                row.map(ClaimRow::note).orElse(""));
    }

    private void keep(CheckReport report, ResultFolder folder) {
        try {
            folder.write(ResultFolder.SUMMARY, Json.text(report.json()) + "\n");
            folder.write("claims.csv", report.csv());
            Path kept = folder.finish(RunFiles.origin(
                    NAME, report.pack().name(), report.partial(), scope.plugins(), List.of(), folders.home()));
            console.err().println("Kept in " + kept + ".");
        } catch (IOException | UncheckedIOException failed) {
            problems.add(
                    "The check could not be kept (" + FileTrouble.reason(failed) + "); the studies' own results are.");
        }
    }
}

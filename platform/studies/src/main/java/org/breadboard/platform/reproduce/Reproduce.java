// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.Words;
import org.breadboard.platform.studies.StudyExperiment;
import org.breadboard.platform.study.claim.ClaimRow;

/**
 * {@code reproduce}: runs all shipped studies, or those of a paper, and writes {@code docs/users/fidelity.md} anew from
 * its template and what they yielded. A number whose study has not run stays what it was.
 */
public final class Reproduce {
    private static final String NAME = "reproduce";
    private static final String ASKED = "asked.json";

    private final List<InstalledPlugin> plugins;
    private final Folders folders;
    private final Console console;
    private final StudySeries.Studies runner;
    private final List<String> problems = new ArrayList<>();

    /** One that has its studies run by somebody. */
    public Reproduce(List<InstalledPlugin> plugins, Folders folders, Console console, StudySeries.Studies runner) {
        this.plugins = plugins;
        this.folders = folders;
        this.console = console;
        this.runner = runner;
    }

    /** The papers of which there are studies, and these studies, for completion. */
    public static List<String> names(Folders folders) {
        return List.copyOf(new ShippedStudies(folders).names());
    }

    /**
     * The page as its template and its numbers have it.
     *
     * @param sources the folder of both
     * @throws RefusedException if one of them is not there, or does not go with the other
     */
    public static String page(Path sources) throws IOException {
        PageFolders at = new PageFolders(sources, null);
        return at.template().fill(before(at));
    }

    /**
     * Runs the studies, one after another, and writes the page.
     *
     * @return whether all of them yielded all that the page wants of them
     * @throws RefusedException if there is no such paper, no template, or nothing to resume
     */
    public boolean run(ReproduceRequest asked) throws IOException {
        ShippedStudies shipped = new ShippedStudies(folders);
        // An unknown paper is refused before there is a folder for it.
        shipped.of(asked.paper());
        PageFolders at = PageFolders.of(asked.docs(), Path.of(""), folders.home());
        FidelityTemplate template = at.template();
        refuseUnknown(template, shipped);
        try (ResultFolder folder = asked.resume()
                ? ResultFolder.resume(folders.results(), NAME)
                : new ResultFolder(folders.results(), NAME)) {
            Path ended = folder.draft().resolve(ResultFolder.POINTS);
            ReproduceRequest request = begin(asked, folder, ended);
            List<String> names = shipped.of(request.paper());
            // What has ended outlives this process, and so does the folder that says so.
            folder.keep();
            StudySeries series = new StudySeries(
                    folders.results(),
                    folder.draft().resolve(ResultFolder.POINTS),
                    console,
                    runner,
                    request.resuming());
            problems.addAll(series.run(names, request.resume()));
            return conclude(request, shipped, names, series, at, template, folder);
        }
    }

    private static void refuseUnknown(FidelityTemplate template, ShippedStudies shipped) {
        Set<String> unknown = new LinkedHashSet<>(template.claims());
        unknown.removeAll(shipped.claims().keySet());
        if (!unknown.isEmpty()) {
            throw new RefusedException(
                    "The page's template wants claims that no study has: " + String.join(", ", unknown) + ".");
        }
    }

    /** Says what is asked for; of what goes on, sees that it is the same, and takes the paper over. */
    private ReproduceRequest begin(ReproduceRequest request, ResultFolder folder, Path ended) throws IOException {
        Path file = ended.resolve(ASKED);
        if (!request.resume()) {
            Files.createDirectories(ended);
            Files.writeString(file, asked(request));
            return request;
        }
        boolean told = Files.isRegularFile(file);
        ReproduceRequest before =
                request.of(told ? Json.read(file).path("paper").textValue() : request.paper());
        if (request.paper() != null && !request.paper().equals(before.paper())) {
            throw new RefusedException("What was stopped was of "
                    + (before.paper() == null ? "all papers" : "'" + before.paper() + "'")
                    + "; '" + Program.called() + Words.options(false) + " reproduce --resume' goes on with it.");
        }
        if (!told || !Files.readString(file).equals(asked(before))) {
            throw new RefusedException(
                    "What was stopped had other seeds (--seeds), another build or other plug-ins; run it anew, without"
                            + " --resume.");
        }
        folder.reopen();
        return before;
    }

    private String asked(ReproduceRequest request) throws IOException {
        Map<String, Object> asked = new LinkedHashMap<>();
        asked.put("paper", request.paper());
        asked.put("seeds", request.seeds());
        asked.put("program", RunFiles.program(plugins, plugins, folders.home()));
        return Json.text(asked) + "\n";
    }

    // The page.

    private boolean conclude(
            ReproduceRequest request,
            ShippedStudies shipped,
            List<String> names,
            StudySeries series,
            PageFolders at,
            FidelityTemplate template,
            ResultFolder folder)
            throws IOException {
        boolean partial = false;
        Map<String, ClaimValue> values = before(at);
        Set<String> updated = new LinkedHashSet<>();
        for (String name : names) {
            Optional<EndedStudy> ended = series.ended(name);
            partial |= ended.isEmpty();
            if (ended.isPresent()) {
                EndedStudy outcome = ended.get();
                if (!outcome.whole()) {
                    problems.add("Study " + name + " has points that failed, or claims that could not be computed; "
                            + outcome.result() + "/report.html shows them.");
                }
                if (shipped.varies(name)) {
                    takeRanges(Path.of(outcome.result()), values);
                } else {
                    take(name, outcome.claims(), values, updated);
                }
            }
        }
        Map<String, List<String>> left = left(template, shipped, updated);
        values.keySet().retainAll(shipped.claims().keySet());
        Map<String, Object> summary = summary(request, names, series, updated, left, partial);
        String page = page(template, values, left);
        String notKept = keep(folder, page, csv(values), summary, at, partial);
        print(summary, left, request.output());
        if (console.cancellation().isCancelled()) {
            problems.add(console.cancellation().stopped() + "; studies that have finished are kept, and '"
                    + request.resuming() + "' goes on.");
        }
        if (notKept != null) {
            problems.add(notKept);
        }
        problems.forEach(console.err()::println);
        return problems.isEmpty();
    }

    private static Map<String, ClaimValue> before(PageFolders at) throws IOException {
        Map<String, ClaimValue> values = new TreeMap<>();
        if (Files.isRegularFile(at.values())) {
            Csv.parse(Files.readString(at.values())).forEach(row -> values.put(row.get("claim"), ClaimValue.of(row)));
        }
        return values;
    }

    private void take(String study, List<ClaimRow> claims, Map<String, ClaimValue> values, Set<String> updated) {
        for (ClaimRow row : claims) {
            String claim = row.claim().id();
            if (row.model() == null) {
                problems.add("Claim " + claim + " of study " + study + " could not be computed: " + row.note() + ".");
            } else {
                ClaimValue before = values.get(claim);
                values.put(claim, ClaimValue.of(study, row, before == null ? "" : before.range()));
                updated.add(claim);
            }
        }
    }

    /** What a study that varies assumptions leaves of each prediction. */
    private static void takeRanges(Path result, Map<String, ClaimValue> values) throws IOException {
        Path file = result.resolve(StudyExperiment.SENSITIVITY);
        if (Files.isRegularFile(file)) {
            ClaimRanges.of(Csv.parse(Files.readString(file)))
                    .forEach((claim, range) -> values.computeIfPresent(claim, (id, value) -> value.between(range)));
        }
    }

    /** What the page wants and nothing was measured for, by study. */
    private static Map<String, List<String>> left(
            FidelityTemplate template, ShippedStudies shipped, Set<String> updated) {
        Map<String, List<String>> left = new TreeMap<>();
        for (String claim : template.claims()) {
            if (!updated.contains(claim)) {
                left.computeIfAbsent(shipped.claims().get(claim), study -> new ArrayList<>())
                        .add(claim);
            }
        }
        return left;
    }

    /** Null if a value was never there. */
    private String page(FidelityTemplate template, Map<String, ClaimValue> values, Map<String, List<String>> left) {
        try {
            return template.fill(values);
        } catch (RefusedException unknown) {
            problems.add(unknown.getMessage()
                    + (left.isEmpty()
                            ? ""
                            : " Nothing was measured for it now, and " + PageFolders.VALUES + " has none of before."));
            return null;
        }
    }

    private static String csv(Map<String, ClaimValue> values) {
        Csv csv = new Csv();
        values.values().forEach(value -> csv.add(value.row()));
        return csv.text();
    }

    private static Map<String, Object> summary(
            ReproduceRequest request,
            List<String> names,
            StudySeries series,
            Set<String> updated,
            Map<String, List<String>> left,
            boolean partial)
            throws IOException {
        Map<String, Object> summary = Json.document(NAME, 1);
        summary.put("paper", request.paper());
        summary.put("partial", partial);
        List<Map<String, Object>> studies = new ArrayList<>();
        for (String name : names) {
            Optional<EndedStudy> ended = series.ended(name);
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("study", name);
            row.put("ran", ended.isPresent());
            row.put("claims", ended.map(each -> each.claims().size()).orElse(0));
            studies.add(row);
        }
        summary.put("studies", studies);
        summary.put("updated", updated.size());
        summary.put("left", left);
        return summary;
    }

    private String keep(
            ResultFolder folder,
            String page,
            String values,
            Map<String, Object> summary,
            PageFolders at,
            boolean partial) {
        try {
            folder.write(ResultFolder.SUMMARY, Json.text(summary) + "\n");
            folder.write(PageFolders.VALUES, values);
            if (page != null) {
                folder.write(PageFolders.PAGE, page);
            }
            Path kept = folder.finish(RunFiles.origin(NAME, NAME, partial, plugins, plugins, folders.home()));
            if (at.page() != null && page != null) {
                Path read = at.page().resolve(PageFolders.PAGE);
                write(at.values(), values);
                write(read, page);
                console.err().println(read + " and " + at.values() + " are written.");
            }
            console.err().println("Kept in " + kept + ".");
            return null;
        } catch (IOException | UncheckedIOException failed) {
            return "The page could not be kept (" + FileTrouble.reason(failed)
                    + "); the studies' own results are, and --resume goes on with them.";
        }
    }

    /** A process that is killed leaves the whole of it, or what was there. */
    private static void write(Path file, String text) throws IOException {
        Path part = Files.writeString(file.resolveSibling("." + file.getFileName() + ".part"), text);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void print(Map<String, Object> summary, Map<String, List<String>> left, OutputFormat output) {
        if (output == OutputFormat.JSON) {
            console.out().println(Json.text(summary));
            return;
        }
        Table table = new Table("study", "ran", "claims");
        for (Object row : (List<?>) summary.get("studies")) {
            Map<?, ?> cells = (Map<?, ?>) row;
            table.add(cells.get("study"), cells.get("ran"), cells.get("claims"));
        }
        table.print(output, NAME, 1, console.out());
        if (output == OutputFormat.TABLE && !left.isEmpty()) {
            console.out().println();
            console.out().println("Left as they were, since their studies have not run or could not tell:");
            left.forEach((study, claims) -> console.out().println("  " + study + ": " + String.join(", ", claims)));
        }
    }
}

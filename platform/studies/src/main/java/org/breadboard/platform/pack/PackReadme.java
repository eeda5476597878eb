// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.pack.form.PackFiles;
import org.breadboard.platform.pack.form.PackManifest;
import org.breadboard.platform.pack.form.PackedClaim;
import org.breadboard.platform.pack.form.PackedStudy;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.study.Tolerance;
import org.breadboard.platform.study.claim.FigureValue;

/**
 * The page that whoever evaluates an artefact reads first: what to do in the first half hour, what it needs, how each
 * claim is checked, what is not claimed, and what is in it.
 */
final class PackReadme {
    /** The page's name, and the one that it has beside a page of the project's own. */
    static final List<String> NAMES = List.of("README.md", "ARTIFACT.md");

    /** What the page begins with, so that a pack that is packed again gets a new one. */
    static final String MARK = "<!-- Written by 'breadboard project pack'. -->";

    private static final double MB = 1e6;
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;

    private static final Map<String, String> FOLDERS = folders();

    private final PackManifest pack;
    private final long bytes;
    private final List<String> unclaimed;
    private final StringBuilder text = new StringBuilder();

    /**
     * The page of a pack.
     *
     * @param bytes of all its other files
     * @param unclaimed the published figures of the project that no study computes
     */
    PackReadme(PackManifest pack, long bytes, List<String> unclaimed) {
        this.pack = pack;
        this.bytes = bytes;
        this.unclaimed = unclaimed;
    }

    /** The text of the page, in Markdown. */
    String text() {
        line(MARK);
        line("# Artefact: " + pack.title());
        if (!pack.description().isEmpty()) {
            line("");
            line(pack.description());
        }
        gettingStarted();
        requirements();
        claims();
        steps();
        judging();
        contents();
        reuse();
        return text.toString();
    }

    private void section(String title) {
        blank();
        line("## " + title);
        line("");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    /** A paragraph behind others of its section. */
    private void paragraph(String sentences) {
        blank();
        line(sentences);
        line("");
    }

    /** An empty line, if there is none. */
    private void blank() {
        if (text.indexOf("\n\n", text.length() - 2) < 0) {
            line("");
        }
    }

    private void row(Object... cells) {
        line(Stream.of(cells).map(PackReadme::cell).reduce("|", (row, cell) -> row + " " + cell + " |"));
    }

    private void heading(String... cells) {
        row((Object[]) cells);
        line("|" + "---|".repeat(cells.length));
    }

    private static String cell(Object value) {
        return value == null ? "–" : value.toString().replace("|", "\\|").replaceAll("\\s+", " ");
    }

    private void gettingStarted() {
        section("Getting started");
        line("Unpack the distribution of Breadboard " + pack.board().version() + " and go into its folder. Then run:");
        line("");
        line("    bin/breadboard project check PACK");
        line("");
        line(
                "PACK is this pack's archive, or the folder of this page. Nothing is installed, and nothing is written but a"
                        + " folder `results`.");
        line("");
        line("This is the quick path: one seed of each point of " + names(quick()) + ". "
                + took(quick().stream().mapToDouble(QuickPath::seconds).sum()));
        line("");
        line(
                "The command prints a table of claims. It ends with 0 if all of them hold but those that stand below as not"
                        + " supported, with 1 if another one does not, and with 2 if the pack is not sound.");
    }

    private List<PackedStudy> quick() {
        return pack.studies().stream().filter(PackedStudy::quick).toList();
    }

    private static String names(List<PackedStudy> studies) {
        return studies.stream().map(PackedStudy::name).collect(Collectors.joining(", "));
    }

    private static String took(double seconds) {
        return Double.isNaN(seconds)
                ? "How long it takes was not measured."
                : "It took about " + time(seconds) + " on the machine below.";
    }

    private void requirements() {
        section("Requirements");
        boolean live = pack.studies().stream().anyMatch(PackedStudy::live);
        int heapMb = pack.studies().stream().mapToInt(PackedStudy::heapMb).max().orElse(0);
        heading("what", "needed");
        row(
                "hardware",
                live
                        ? "for studies on real threads a machine like the one below; simulated figures do not depend on it"
                        : "any machine: all figures are simulated, and do not depend on it");
        row("memory", "a heap of " + heapMb + " MB at most for each point that runs at once");
        row(
                "disk",
                Math.max(1, Math.round(bytes / MB))
                        + " MB for the pack, as much again where it is unpacked, and results");
        row("software", "Linux or macOS with bash, a JDK 17 or newer, and Breadboard " + pack.board());
        row("network", "none");
        line("");
        heading("study", "points", "runs", "path", "time", "machine");
        for (PackedStudy study : pack.studies()) {
            row(
                    study.name(),
                    study.points(),
                    study.runs() + study.variations(),
                    study.quick() ? "quick and full" : "full",
                    study.took() == null ? "not measured" : time(study.took().seconds()),
                    study.took() == null ? "not measured" : study.took().where());
        }
    }

    private static String time(double seconds) {
        long whole = Math.max(1, Math.round(seconds));
        if (whole < 2 * MINUTE) {
            return whole + " s";
        }
        return whole < 2 * HOUR
                ? Math.round(seconds / MINUTE) + " min"
                : String.format(Locale.ROOT, "%.1f h", seconds / HOUR);
    }

    private void claims() {
        section("Claims");
        claims(
                "Supported: those who packed reached what is expected.",
                claim -> Boolean.TRUE.equals(claim.supported()));
        claims(
                "Not supported: those who packed did not reach the paper's figure, and say so.",
                claim -> Boolean.FALSE.equals(claim.supported()));
        claims(
                "Expected, and not measured before it was packed:",
                claim -> claim.supported() == null && claim.expected() != null);
        claims(
                "Computed, and held against nothing: no figure is published or was measured.",
                claim -> claim.expected() == null);
        if (!unclaimed.isEmpty()) {
            paragraph("Published in `claims/`, and computed by no study: " + String.join(", ", unclaimed) + ".");
        }
    }

    private void claims(String title, Predicate<PackedClaim> which) {
        List<PackedClaim> some = pack.claims().stream().filter(which).toList();
        if (some.isEmpty()) {
            return;
        }
        paragraph(title);
        heading("claim", "what", "where", "paper", "packed", "unit", "tolerance", "study");
        for (PackedClaim claim : some) {
            row(
                    claim.id(),
                    claim.quantity(),
                    claim.where().isEmpty() ? null : claim.where(),
                    shown(claim.paper()) == null ? null : (claim.above() ? "> " : "") + shown(claim.paper()),
                    shown(claim.packed()),
                    claim.unit().isEmpty() ? null : claim.unit(),
                    claim.trend() ? "same answer" : percent(claim.tolerance()),
                    claim.study());
        }
    }

    private static String shown(FigureValue value) {
        return value == null ? null : value.shown().toString();
    }

    static String percent(Tolerance tolerance) {
        return String.format(Locale.ROOT, "%.4g", tolerance.share() * 100).replaceAll("\\.?0+$", "") + "%";
    }

    private void steps() {
        section("Step by step");
        line(
                "The quick path shows that the artefact is functional. The full path reproduces its results: it runs every study"
                        + " as it is. "
                        + took(pack.studies().stream()
                                .mapToDouble(study -> study.took() == null
                                        ? Double.NaN
                                        : study.took().seconds())
                                .sum()));
        line("");
        line("    bin/breadboard project check PACK --full");
        line("    bin/breadboard project check PACK --full --resume    # after it was stopped");
        line("");
        line("One study alone, and the claims that it answers:");
        line("");
        heading("study", "command", "claims");
        for (PackedStudy study : pack.studies()) {
            List<String> ids = pack.claims().stream()
                    .filter(claim -> claim.study().equals(study.name()))
                    .map(PackedClaim::id)
                    .toList();
            row(
                    study.name(),
                    "`bin/breadboard project check PACK --full --study " + study.name() + "`",
                    ids.isEmpty() ? null : String.join(", ", ids));
        }
        line("");
        line(
                "Each study leaves a page with its charts, `results/STUDY/latest/report.html`, and its figures beside it.");
    }

    private void judging() {
        section("How a claim is judged");
        line("A claim is held against the paper's figure, or where there is none against the packed one. It holds if it"
                + " is off by its tolerance at most, as a share of that figure. A figure that the paper passes (`>`) may be"
                + " larger. A yes or no has to be the same. Where a claim does not say its tolerance, it is "
                + percent(Tolerance.USUAL) + ".");
        line("");
        line("Simulated figures are the same on every machine for the same seeds and the same Breadboard; `check` says"
                + " how many are exactly the packed ones.");
    }

    private void contents() {
        section("What is in it");
        heading("file or folder", "what it is");
        row("`" + PackManifest.FILE + "`", "SHA-256 of each file, versions, studies and claims, for programs");
        for (Map.Entry<String, String> each : FOLDERS.entrySet()) {
            if (pack.files().keySet().stream().anyMatch(file -> file.startsWith(each.getKey() + "/"))) {
                row("`" + each.getKey() + "/`", each.getValue());
            }
        }
        if (!pack.plugins().isEmpty()) {
            line("");
            line("Plug-ins are code that runs as you do. `check` refuses one with another digest:");
            line("");
            heading("plug-in", "version", "file", "SHA-256");
            pack.plugins().forEach(jar -> row(jar.id(), jar.version(), jar.file(), jar.sha256()));
        }
    }

    private static Map<String, String> folders() {
        Map<String, String> folders = new LinkedHashMap<>();
        folders.put(Folders.MIXES, "what runs: cluster, hardware, protocol, workload, load");
        folders.put(Folders.TESTBEDS, "clusters that mixes stand on");
        folders.put(Folders.PROFILES, "data sheets of devices, with sources");
        folders.put(Folders.STUDIES, "which mixes run, what is plotted, how claims are computed");
        folders.put(Folders.CLAIMS, "published figures");
        folders.put(Project.PLUGINS, "protocols, hardware and workloads of the project's own");
        folders.put(PackFiles.EXPECTED, "the figures that were measured before it was packed");
        return folders;
    }

    private void reuse() {
        section("Using it for something else");
        line("The unpacked folder is a project of Breadboard, and nothing in it names a place outside:");
        line("");
        line("    bin/breadboard --project FOLDER list");
        line("    bin/breadboard --project FOLDER study "
                + pack.studies().get(0).name());
        line("");
        line("A mix of your own may extend one of its mixes by name; see \"A project of your own\" in"
                + " `docs/users/mixes-and-studies.md` of the distribution.");
    }
}

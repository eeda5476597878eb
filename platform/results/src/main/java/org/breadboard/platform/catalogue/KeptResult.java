// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.catalogue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.page.PageTable;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.StoredResult;

/**
 * A result that is kept in the folder of results.
 *
 * @param name of the mix or study, or of the verb, as its folder is named
 * @param time when it began, as its folder is named
 * @param kind {@code run}, {@code study}, or another verb that has written it
 * @param partial whether it was stopped before its end
 * @param verdict {@link #VERIFIED}, {@link #VIOLATED}, {@link #TOO_LITTLE}, {@link #DAMAGED}, or {@link #UNTOLD} for
 *     what runs nothing itself
 * @param bytes of all its files
 */
public record KeptResult(
        String name, String time, String kind, boolean partial, String verdict, long bytes, Path folder) {
    /** All that was run is verified. */
    public static final String VERIFIED = "verified";

    /** Something that was run violated, or could not be verified. */
    public static final String VIOLATED = "not verified";

    /** Nothing is wrong, and too little was checked to call it verified. */
    public static final String TOO_LITTLE = "checked too little";

    /** Its files cannot be read. */
    public static final String DAMAGED = "damaged";

    /** It says nothing of runs. */
    public static final String UNTOLD = "";

    /** The title of the page of results. */
    public static final String TITLE = "Results of Breadboard";

    private static final double MB = 1e6;

    /**
     * Those that are whole, by name, and the newest of each name first; empty where there is no such folder. What is
     * not named as results are, by its time, is somebody else's.
     */
    public static List<KeptResult> all(Path results) throws IOException {
        List<KeptResult> all = new ArrayList<>();
        for (Path ofName : folders(results)) {
            for (Path folder : folders(ofName)) {
                String time = folder.getFileName().toString();
                if (ResultFolder.isTime(time) && Files.isRegularFile(folder.resolve(ResultFolder.MANIFEST))) {
                    all.add(of(folder));
                }
            }
        }
        all.sort(Comparator.comparing(KeptResult::name).thenComparing(KeptResult::time, Comparator.reverseOrder()));
        return all;
    }

    /** Folders that are neither links nor being written. */
    private static List<Path> folders(Path parent) throws IOException {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.filter(entry -> Files.isDirectory(entry)
                            && !Files.isSymbolicLink(entry)
                            && Folders.isName(entry.getFileName().toString()))
                    .toList();
        }
    }

    private static KeptResult of(Path folder) throws IOException {
        String kind = "";
        boolean partial = false;
        String verdict = DAMAGED;
        try {
            StoredResult result = StoredResult.open(folder);
            kind = result.kind();
            partial = result.partial();
            verdict = verdict(result);
        } catch (RefusedException | IOException unreadable) {
            // It is damaged.
        }
        return new KeptResult(
                folder.getParent().getFileName().toString(),
                folder.getFileName().toString(),
                kind,
                partial,
                verdict,
                bytes(folder),
                folder);
    }

    private static String verdict(StoredResult result) throws IOException {
        Boolean verified = result.verified();
        if (verified == null) {
            return result.tells() ? TOO_LITTLE : UNTOLD;
        }
        return verified ? VERIFIED : VIOLATED;
    }

    private static long bytes(Path folder) throws IOException {
        long[] sum = {0};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return sum[0];
    }

    /** Whether the link to the newest of its name leads to it. */
    public boolean isLatest() throws IOException {
        Path latest = folder.resolveSibling(ResultFolder.LATEST);
        return Files.exists(latest) && latest.toRealPath().equals(folder.toRealPath());
    }

    /** Whether it shows all that its verb was asked for, and can be read. */
    public boolean isWhole() {
        return !partial && !verdict.equals(DAMAGED);
    }

    // How they are shown.

    /** A table of results. */
    public static Table table(List<KeptResult> results) {
        Table table = new Table("name", "result", "kind", "verdict", "partial", "bytes", "where");
        for (KeptResult each : results) {
            table.add(each.name, each.time, each.kind, each.verdict, each.partial, each.bytes, each.folder.toString());
        }
        return table;
    }

    /**
     * The same as a page, whose links lead to the reports of results.
     *
     * @param at the folder that the page will lie in
     */
    public static Page page(List<KeptResult> results, Path at) {
        Page page = new Page(TITLE).head("Results", results.size() + " are kept in " + at);
        PageTable table = new PageTable("name", "result", "kind", "verdict", "MB");
        for (KeptResult each : results) {
            Path report = each.folder.resolve(RunFiles.REPORT);
            String time = each.time + (each.partial ? " (partial)" : "");
            boolean bad = each.verdict.equals(VIOLATED) || each.verdict.equals(DAMAGED);
            table.row(
                    each.name,
                    Files.isRegularFile(report)
                            ? PageTable.Cell.link(
                                    time, at.relativize(report).toString().replace('\\', '/'))
                            : time,
                    each.kind,
                    bad ? PageTable.Cell.bad(each.verdict) : each.verdict,
                    String.format(Locale.ROOT, "%.1f", each.bytes / MB));
        }
        return page.table(table);
    }
}

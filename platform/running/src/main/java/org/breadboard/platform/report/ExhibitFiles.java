// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.page.Exhibit;

/** Exhibits as files, named after what they show. None is ever half-written. */
final class ExhibitFiles {
    /** All of the plots and tables of LaTeX in one document, to look at them. */
    private static final String WHOLE = "report.tex";

    private static final int LONGEST = 80;

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    ExhibitFiles(ReportForm form, List<Exhibit> exhibits) {
        Map<String, Exhibit> named = named(exhibits);
        named.forEach((name, exhibit) -> files.putAll(form.files(name, exhibit)));
        if (form == ReportForm.LATEX) {
            files.put(WHOLE, ReportForm.utf8(LatexTable.document(named)));
        }
    }

    /** No two of one name, and none of a name that is taken. */
    private static Map<String, Exhibit> named(List<Exhibit> exhibits) {
        Map<String, Exhibit> named = new LinkedHashMap<>();
        for (Exhibit exhibit : exhibits) {
            String name = exhibit.name()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^a-z0-9]+", "-")
                    .replaceAll("^-+|-+$", "");
            name = name.isEmpty() ? "exhibit" : name.substring(0, Math.min(LONGEST, name.length()));
            String unique = name;
            for (int n = 2; named.containsKey(unique) || (unique + ".tex").equals(WHOLE); n++) {
                unique = name + "-" + n;
            }
            named.put(unique, exhibit);
        }
        return named;
    }

    /**
     * Writes all of them into a folder.
     *
     * @return the files
     * @throws RefusedException if the folder cannot take them
     */
    List<Path> write(Path folder) {
        List<Path> written = new ArrayList<>();
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                written.add(write(folder.resolve(each.getKey()), each.getValue()));
            }
        } catch (IOException failed) {
            throw new RefusedException("The files cannot be written to " + folder + " (" + FileTrouble.reason(failed)
                    + "); make room or make it writable, or choose another folder with --out DIR.");
        }
        return written;
    }

    private static Path write(Path file, byte[] content) throws IOException {
        Path aside = file.resolveSibling("." + file.getFileName() + ".unfinished");
        try {
            Files.write(aside, content);
            return Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(aside);
        }
    }
}

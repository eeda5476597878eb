// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.catalogue.KeptResult;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "results",
        description = "Makes a page of the results that are kept ('list results' lists them), or removes old ones.",
        footer = {
            "",
            "Example:",
            "  breadboard results index",
            "  breadboard results prune --keep 3 --dry-run",
            "  breadboard results prune fasst-smallbank"
        })
final class ResultsCommand extends VerbCommand {
    private static final String PAGE = "index.html";

    /** What can be done with results. */
    enum Action {
        /** Writes the page. */
        INDEX,
        /** Removes old ones. */
        PRUNE
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "index or prune.")
    private Action action;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "NAME",
            description = "prune: only results of these names; without one, of all.")
    private List<String> names = List.of();

    @Option(
            names = "--keep",
            paramLabel = "N",
            description = "prune: how many whole ones of each name stay, the newest; 1 by default.")
    private Integer keep;

    @Option(names = "--dry-run", description = "prune: tells what would go, and removes nothing.")
    private boolean dry;

    @Mixin
    private OutputOption output;

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        if (action == Action.INDEX && (!names.isEmpty() || keep != null || dry)) {
            throw mistake("NAME, --keep and --dry-run go with 'results prune'");
        }
        if (keep != null && keep < 1) {
            throw mistake("--keep: '" + keep + "' is not a whole number from 1 on");
        }
        Path folder = scope.folders().results();
        List<KeptResult> kept = KeptResult.all(folder);
        return action == Action.INDEX ? index(scope, folder, kept) : prune(scope, folder, kept);
    }

    private ExitStatus index(VerbScope scope, Path folder, List<KeptResult> kept) throws IOException {
        if (kept.isEmpty()) {
            throw new RefusedException("There are no results in " + folder + " yet.");
        }
        Path page = folder.resolve(PAGE);
        if (Files.exists(page) && !Files.readString(page).contains(KeptResult.TITLE)) {
            throw new RefusedException(page + " is not a page of results, so it is not overwritten; move it away.");
        }
        Path part = Files.writeString(
                folder.resolve("." + PAGE + ".part"),
                KeptResult.page(kept, folder).text());
        Files.move(part, page, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (output.format() == OutputFormat.JSON) {
            Map<String, Object> json = Json.document("index", 1);
            json.put("page", page.toString());
            scope.console().out().println(Json.text(json));
        } else {
            scope.console().out().println(page);
        }
        return ExitStatus.DONE;
    }

    private ExitStatus prune(VerbScope scope, Path folder, List<KeptResult> kept) throws IOException {
        for (String name : names) {
            if (kept.stream().noneMatch(each -> each.name().equals(name))) {
                throw new RefusedException("There are no results of '" + name + "' in " + folder
                        + "; 'list results' lists what there is.");
            }
        }
        List<KeptResult> gone = new ArrayList<>();
        for (KeptResult each : old(kept)) {
            if (dry || ResultFolder.remove(each.folder())) {
                gone.add(each);
            } else {
                scope.console().err().println(each.folder() + " stays, since somebody goes on with it.");
            }
        }
        KeptResult.table(gone)
                .print(output.format(), "pruned", 2, scope.console().out());
        scope.console()
                .err()
                .println(gone.size() + (dry ? " would be removed, " : " removed, ") + (kept.size() - gone.size())
                        + " stay.");
        return ExitStatus.DONE;
    }

    private List<KeptResult> old(List<KeptResult> newestFirst) throws IOException {
        Map<String, Integer> seen = new HashMap<>();
        List<KeptResult> old = new ArrayList<>();
        for (KeptResult each : newestFirst) {
            int before = seen.getOrDefault(each.name(), 0);
            boolean isNew = before < (keep == null ? 1 : keep);
            // What was stopped or damaged takes no other one's place.
            seen.put(each.name(), before + (each.isWhole() ? 1 : 0));
            if (!isNew && !each.isLatest() && (names.isEmpty() || names.contains(each.name()))) {
                old.add(each);
            }
        }
        return old;
    }
}

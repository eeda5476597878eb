package org.breadboard.platform.describe;

import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.verbs.VerbScope;
import org.breadboard.platform.yaml.Where;

/** {@code hardware show}: a data sheet as a table. */
public final class DataSheetTable {
    private final Folders folders;
    private final VerbScope scope;

    /** Of the profiles of a scope. */
    public DataSheetTable(VerbScope scope) {
        this.scope = scope;
        folders = scope.folders();
    }

    /** Prints a profile's parameters with value, unit, kind and source. */
    public ExitStatus show(String profile, OutputFormat output) {
        Where asked = new Where("hardware show", 0);
        DataSheet sheet = scope.watched(() -> new Profiles(new Parts(scope.plugins()), folders).sheet(profile, asked));
        Console console = scope.console();
        if (output == OutputFormat.TABLE) {
            console.out().println(sheet.profile() + ": " + sheet.device());
            console.out().println(sheet.description());
            console.out().println();
        }
        Table table = new Table("parameter", "value", "unit", "kind", "source");
        for (DataSheet.Row row : sheet.rows()) {
            table.add(row.setting().name(), value(row), row.setting().unit(), row.kind(), row.source());
        }
        table.print(output, console.out());
        return ExitStatus.DONE;
    }

    private static Object value(DataSheet.Row row) {
        return switch (row.setting().type()) {
            case INTEGER -> Long.valueOf(row.value());
            case NUMBER -> Double.valueOf(row.value());
            case FLAG -> Boolean.valueOf(row.value());
            case CHOICE, TEXT, FILE -> row.value();
        };
    }
}

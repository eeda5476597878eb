// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.verbs.VerbScope;

/** {@code mix new}: writes a mix to start from, if it can run and no file is in its place. */
public final class NewMix {
    private final VerbScope scope;

    /** From the mixes and parts of a scope. */
    public NewMix(VerbScope scope) {
        this.scope = scope;
    }

    /**
     * Writes it.
     *
     * @param name a name, for a file that {@code run} finds by it, or the path of the file
     * @param from the mix to start from, or nothing for one of parts
     * @param sets {@code key=value} each
     */
    public ExitStatus write(String name, Optional<String> from, List<String> sets, OutputFormat output)
            throws IOException {
        Path file = file(name);
        MixResolver resolver = new MixResolver(new Parts(scope.plugins()), scope.folders());
        MixRequest request = from.map(mix -> MixRequest.of(mix, sets)).orElseGet(() -> MixRequest.ofSets(name, sets));
        ResolvedMix resolved;
        try {
            resolved = scope.watched(() -> resolver.resolve(request));
        } catch (RefusedException refused) {
            throw scope.withNear(refused, request);
        }
        if (file.getParent() != null) {
            Files.createDirectories(file.getParent());
        }
        Map<String, Setting<?>> known = scope.watched(() -> resolver.settable(request));
        write(name, file, MixTemplate.of(name, resolved, known));
        if (output == OutputFormat.TABLE) {
            scope.console().out().println("Wrote " + file + "; 'run " + name + "' runs it.");
        } else {
            Table table = new Table("mix", "file");
            table.add(name, file.toString());
            table.print(output, "mixes", 2, scope.console().out());
        }
        return ExitStatus.DONE;
    }

    /** Writes the file wholly or not at all. */
    private static void write(String name, Path file, String text) throws IOException {
        Path draft = file.resolveSibling("." + file.getFileName() + ".part");
        try {
            Files.writeString(draft, text);
            Files.move(draft, file);
        } catch (FileAlreadyExistsException there) {
            throw inTheWay(name, file.toString());
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private Path file(String name) {
        if (Folders.isPath(name)) {
            if (!name.endsWith(".yaml")) {
                throw new RefusedException("The path '" + name + "' does not end in .yaml, as that of a mix does.");
            }
            return Path.of(name);
        }
        if (!Folders.isName(name)) {
            throw new RefusedException(
                    "'" + name + "' cannot be the name of a mix; names are made of letters, digits, '.', '_' and '-'.");
        }
        scope.catalogue().entries(Kind.MIXES).stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .ifPresent(entry -> {
                    throw inTheWay(name, entry.where());
                });
        return scope.folders().own(Folders.MIXES).get(0).resolve(name + ".yaml");
    }

    private static RefusedException inTheWay(String name, String where) {
        return new RefusedException(
                "There is a mix '" + name + "' already, " + where + ", and nothing is overwritten; take another name.");
    }
}

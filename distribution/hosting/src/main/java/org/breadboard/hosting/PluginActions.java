// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.api.RefusedException;

/**
 * What the verb {@code plugin} does. Each action happens wholly or not at all; a mistake is a {@link RefusedException}
 * with a sentence. Any thread.
 */
public interface PluginActions {
    /**
     * One line about a plug-in.
     *
     * @param id its id; of one that does not run, the id that it had or the name of its bundle or jar
     * @param version its version, or {@code ""}
     * @param shipped whether it is part of Breadboard
     * @param jar its file's name, or {@code ""}
     * @param sha256 the file's digest, or {@code ""}
     * @param description what it is, or why it is refused
     */
    record Row(
            String id,
            String version,
            PluginState state,
            boolean shipped,
            String jar,
            String sha256,
            String description) {}

    /**
     * Everything about a plug-in.
     *
     * @param bundle its symbolic name
     * @param path its file
     * @param offers for each kind of things the names of those that it brings
     * @param dependants the ids of plug-ins that take packages from it
     * @param mixes the mixes that run now and have a part of it
     * @param runs what runs now and uses it
     */
    record Details(
            Row row,
            String bundle,
            String path,
            List<Offers> offers,
            List<String> dependants,
            List<String> mixes,
            List<String> runs) {}

    /** What of one kind a plug-in brings. */
    record Offers(String kind, List<String> names) {}

    /**
     * Something that was done.
     *
     * @param sentence for people
     * @param row the plug-in as it is now
     * @param undone what did not come of it, in a sentence; empty if all did
     */
    record Change(String sentence, Row row, String undone) {
        /** All that was asked for was done. */
        public Change(String sentence, Row row) {
            this(sentence, row, "");
        }
    }

    /** All plug-ins, in alphabetical order. */
    List<Row> list() throws IOException;

    /** All about one. */
    Details info(String name) throws IOException;

    /** Brings a jar in; {@code sha256} is what its digest should be, or null. */
    Change install(Path file, String sha256) throws IOException;

    /** Puts a jar in the place of a plug-in's; {@code force}: also while something uses that. */
    Change update(String name, Path file, String sha256, boolean force) throws IOException;

    /** Starts what was stopped. */
    Change start(String name) throws IOException;

    /** Takes a plug-in out of use until it is started again; {@code force}: also while something uses it. */
    Change stop(String name, boolean force) throws IOException;

    /** Deletes a plug-in's jar; {@code force}: also while something uses it. */
    Change remove(String name, boolean force) throws IOException;
}

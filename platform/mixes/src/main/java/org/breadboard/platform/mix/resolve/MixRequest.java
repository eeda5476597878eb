// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which mix is meant, and what is set over it. Immutable.
 *
 * @param mix a name or a path; for a mix of no file, what to call it
 * @param kind where its values come from
 * @param sets {@code key=value} each; the last one of a key wins
 */
public record MixRequest(String mix, Kind kind, List<String> sets) {
    /** Where values come from. */
    public enum Kind {
        /** From files, and from a command line above them. */
        FILES,
        /** From a command line alone. */
        SETS,
        /** From a program: they are all that holds, and refusals begin with the mix's name. */
        VALUES
    }

    /** Copies the list. */
    public MixRequest {
        sets = List.copyOf(sets);
    }

    /** A mix of files, by its name or path. */
    public static MixRequest of(String mix, List<String> sets) {
        return new MixRequest(mix, Kind.FILES, sets);
    }

    /** A mix of no file, made on the command line. */
    public static MixRequest ofSets(String name, List<String> sets) {
        return new MixRequest(name, Kind.SETS, sets);
    }

    /** A mix of no file, of which a program says all that is to be said, by key. */
    public static MixRequest ofValues(String name, Map<String, String> values) {
        return new MixRequest(
                name,
                Kind.VALUES,
                values.entrySet().stream()
                        .map(value -> value.getKey() + "=" + value.getValue())
                        .toList());
    }

    /** The same with one more value. */
    public MixRequest with(String set) {
        List<String> more = new ArrayList<>(sets);
        more.add(set);
        return new MixRequest(mix, kind, more);
    }
}

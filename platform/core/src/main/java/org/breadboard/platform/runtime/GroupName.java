// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a stage or resource says: identical ones on all nodes, switches or racks differ in the place and in
 * a trailing number only.
 *
 * @param place the node, switch or rack, as {@code node3}; or {@code ""} if the name has none
 * @param group the name that identical ones share
 */
public record GroupName(String place, String group) {
    private static final Pattern PLACED = Pattern.compile("((?:node|switch|rack)[0-9]+)/(.+)");
    private static final Pattern NUMBERED = Pattern.compile("(.*?[A-Za-z])[-.#/]?[0-9]+");

    /** What a name says. */
    public static GroupName of(String name) {
        Matcher placed = PLACED.matcher(name);
        String place = placed.matches() ? placed.group(1) : "";
        String local = placed.matches() ? placed.group(2) : name;
        Matcher numbered = NUMBERED.matcher(local);
        return new GroupName(place, numbered.matches() ? numbered.group(1) : local);
    }
}

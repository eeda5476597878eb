// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

/**
 * Something that is installed but cannot be used.
 *
 * @param origin where it comes from, as people say it: a bundle and its jar
 * @param why what is wrong and what would be right, as the end of a sentence without its full stop
 */
public record Refusal(String origin, String why) {
    /** What a user is told of it. */
    public String sentence() {
        return "Plug-in " + origin + " is left out: " + why + ".";
    }
}

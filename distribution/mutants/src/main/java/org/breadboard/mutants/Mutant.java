// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.nio.file.Path;
import java.util.List;

/**
 * One planted fault: a place in a source that is written differently, or a setting that plants it.
 *
 * @param id its name, which its part of the set begins
 * @param category what of a protocol or device it breaks
 * @param grounds the protocols that a campaign runs for it; one may have {@code @} behind it, and the name of runs that
 *     other mutants do not need
 * @param file the source's path from the project's root, or null for a setting
 * @param find what stands there, whatever the blanks; or the setting, as {@code --set} takes it
 * @param put what stands there instead
 * @param what one line about it
 */
record Mutant(String id, String category, List<String> grounds, Path file, String find, String put, String what) {
    boolean isSetting() {
        return file == null;
    }

    /** Its protocols, once each. */
    List<String> protocols() {
        return grounds.stream().map(each -> each.split("@", -1)[0]).distinct().toList();
    }

    /** The folder of the module that has the source, from the project's root. */
    Path module() {
        Path folder = file;
        while (!folder.endsWith("src")) {
            folder = folder.getParent();
        }
        return folder.getParent();
    }
}

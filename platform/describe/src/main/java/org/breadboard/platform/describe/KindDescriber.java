// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import org.breadboard.api.RefusedException;

/** Describes the things of one kind. */
interface KindDescriber {
    /**
     * Describes a thing by its name; a mix and a study by their paths, too.
     *
     * @throws RefusedException if its file is not sound
     */
    Description describe(String name);
}

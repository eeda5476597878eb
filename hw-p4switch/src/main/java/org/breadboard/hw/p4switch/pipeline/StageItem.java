// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import java.util.List;

/** Something that a stage does with a packet: a match, or the access to a register. */
public interface StageItem {
    /** In the order in which they are tried; of an item with several, the first that holds is the only one. */
    List<Rule> rules();

    /** How many fields it sets at most in one pass. */
    int writes();
}

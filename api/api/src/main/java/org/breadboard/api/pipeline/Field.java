// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A container of the packet header vector: at most 32 bits, unsigned, of the packet or beside it. Made by an
 * {@link Assembly}, and valid only in the program that made it.
 */
@ConsumerType
public interface Field {
    /** The name in refusals. */
    String name();

    /** How many bits it has: 8, 16 or 32. */
    int bits();

    /** Holds if the field is this number, which is taken as unsigned. */
    Condition is(int value);

    /** Holds if the field is not this number. */
    Condition isNot(int value);

    /** Holds if two fields are equal. */
    Condition is(Field other);

    /** Holds if two fields differ. */
    Condition isNot(Field other);

    /** Holds if the field is less than this number, both unsigned. */
    Condition below(int value);

    /** Holds if the field is less than another one, both unsigned. */
    Condition below(Field other);
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.pipeline;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * One stage of a pipeline. It matches and reads fields as they were when the packet entered the stage. The stages
 * behind it see what it sets.
 */
@ConsumerType
public interface Stage {
    /**
     * What to do with a packet for which all these conditions hold; without conditions, with every packet. A stage has
     * any number of matches, each independent of the others.
     */
    Action when(Condition... all);

    /**
     * The one access to a register in a pass. It does nothing until it is given an alternative. A stage may access
     * several registers, each once.
     *
     * @param cell the field that names the cell, modulo the number of cells
     * @throws org.breadboard.api.RefusedException if the program already has an access to this register, or the
     *     register lies in another stage
     */
    Access access(Register register, Field cell);

    /**
     * What a match does to a packet. Where two matches of a stage set one field, the one that was declared last wins.
     */
    @ConsumerType
    interface Action {
        /** {@code target = value}, which has to fit the field. */
        Action set(Field target, int value);

        /** {@code target = source}, which is no wider. */
        Action set(Field target, Field source);

        /** {@code target = target + value}, modulo the field's size. */
        Action add(Field target, int value);

        /**
         * {@code target = hash(source)}: the pipeline's hash unit, a CRC-32 of the source's bytes. A narrower target
         * gets the lowest bits. Used to choose a cell of a register in a stage behind this one.
         */
        Action hash(Field target, Field source);

        /**
         * Counts the packet in the run's results, as {@code switch.NAME}, over all switches. The name begins with the
         * program's id and a dot, so that it differs from the switch's own counters.
         */
        Action count(String counter);

        /**
         * Where the packet goes after this pass, if no later match says otherwise. It still passes the stages behind
         * this one.
         */
        Action then(Fate fate);
    }

    /**
     * An access to a register. The first alternative whose conditions all hold is done. If none is, the cell keeps its
     * content and no field is set. The cell's former content goes to the field that {@link Alternative#old} names.
     */
    @ConsumerType
    interface Access {
        /** Another alternative, tried if those before it do not match. */
        Alternative when(Condition... all);
    }

    /**
     * What a stateful unit can do with a cell: one read, one decision about its content, and one write, each declared
     * at most once, in any order. Without a decision the write is done. If the decision is no, nothing is written.
     */
    @ConsumerType
    interface Alternative {
        /** The field that gets the cell's content before the write. */
        Alternative old(Field target);

        /**
         * Writes only if the cell's content equals this field. {@code said} gets 1 if so, otherwise 0 (null: not
         * reported).
         */
        Alternative ifIs(Field expected, Field said);

        /**
         * Writes only if the cell's content is this number. {@code said} gets 1 if so, otherwise 0 (null: not
         * reported).
         */
        Alternative ifIs(int expected, Field said);

        /** Writes only if the cell's content is less than this number, unsigned; {@code said} as for {@link #ifIs}. */
        Alternative ifBelow(int limit, Field said);

        /** Writes only if the cell's content is less than this field, unsigned; {@code said} as for {@link #ifIs}. */
        Alternative ifBelow(Field limit, Field said);

        /** The write: {@code cell = source}. Without a write, the cell keeps what it holds. */
        Alternative set(Field source);

        /** The write: {@code cell = value}. */
        Alternative set(int value);

        /** The write: {@code cell = cell + value}, modulo the cell's size. */
        Alternative add(int value);
    }
}

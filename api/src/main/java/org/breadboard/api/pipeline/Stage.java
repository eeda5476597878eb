package org.breadboard.api.pipeline;

/**
 * One stage of a pipeline. All that it matches and reads is as it was when the packet entered the stage; all that it sets is seen by
 * the stages behind it.
 */
public interface Stage {
    /** What to do with a packet of which all these conditions hold; without any, with each. Any number of matches, each on its own. */
    Action when(Condition... all);

    /**
     * The one access to a register in a pass. It does nothing until it is given an alternative; a stage accesses several registers, each
     * once.
     *
     * @param cell the field that names the cell, modulo the number of cells
     * @throws org.breadboard.api.RefusedException if the program has an access to this register already, or it lies in another stage
     */
    Access access(Register register, Field cell);

    /** What a match does to a packet. Where two matches of a stage set one field, the one that was said last does. */
    interface Action {
        /** {@code target = value}, which has to fit the field. */
        Action set(Field target, int value);

        /** {@code target = source}, which is no wider. */
        Action set(Field target, Field source);

        /** {@code target = target + value}, modulo the field's size. */
        Action add(Field target, int value);

        /**
         * {@code target = hash(source)}: the pipeline's hash unit, a CRC-32 of the source's bytes, of which a narrower target gets the lowest
         * bits. For a cell of a register, in a stage behind this one.
         */
        Action hash(Field target, Field source);

        /**
         * Counts the packet in the run's results, as {@code switch.NAME}, all switches together. Begins with the program's id and a dot, so
         * that it is not added to a counter of the switch's own.
         */
        Action count(String counter);

        /** What becomes of the packet after this pass, if no later match says otherwise. The stages behind this one are passed all the same. */
        Action then(Fate fate);
    }

    /**
     * An access to a register: the first alternative of which all conditions hold is done, at most one; if none, the cell keeps what it
     * holds and no field is set. What a cell held before goes to the field that {@link Alternative#old} names.
     */
    interface Access {
        /** Another alternative, tried if those before it do not match. */
        Alternative when(Condition... all);
    }

    /**
     * What a stateful unit can do with a cell: one read, one decision about what it read, and one write, each said once at most and in any
     * order. Without a decision the write is done; there is no other write for when a decision says no.
     */
    interface Alternative {
        /** Where the cell's content before the write goes. */
        Alternative old(Field target);

        /** Writes only if the cell's content equals this field; says so with 1, otherwise 0, in {@code said} (null: nowhere). */
        Alternative ifIs(Field expected, Field said);

        /** Writes only if the cell's content is this number; says so with 1, otherwise 0, in {@code said} (null: nowhere). */
        Alternative ifIs(int expected, Field said);

        /** Writes only if the cell's content is less than this number, unsigned; says so in {@code said} (null: nowhere). */
        Alternative ifBelow(int limit, Field said);

        /** Writes only if the cell's content is less than this field, unsigned; says so in {@code said} (null: nowhere). */
        Alternative ifBelow(Field limit, Field said);

        /** The write: {@code cell = source}. Without a write, the cell keeps what it holds. */
        Alternative set(Field source);

        /** The write: {@code cell = value}. */
        Alternative set(int value);

        /** The write: {@code cell = cell + value}, modulo the cell's size. */
        Alternative add(int value);
    }
}

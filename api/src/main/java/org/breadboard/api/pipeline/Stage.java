package org.breadboard.api.pipeline;

/**
 * One stage of a pipeline. All that it matches and reads is as it was when the packet entered the stage; all that it sets is seen by
 * the stages behind it.
 */
public interface Stage {
    /** What to do with a packet of which all these conditions hold; without any, with each. */
    Action when(Condition... all);

    /**
     * The one access to a register in a pass.
     *
     * @param cell the field that names the cell, modulo the number of cells
     * @throws org.breadboard.api.RefusedException if the program has an access to this register already, or it lies in another stage
     */
    Access access(Register register, Field cell);

    /** What a match does to a packet. Where two matches of a stage set one field, the one that was said last does. */
    interface Action {
        /** {@code target = value}. */
        Action set(Field target, int value);

        /** {@code target = source}. */
        Action set(Field target, Field source);

        /** {@code target = target + value}, modulo the field's size. */
        Action add(Field target, int value);

        /** {@code target = hash(source)}: the pipeline's hash unit, a CRC-32, for a cell of a register. */
        Action hash(Field target, Field source);

        /** Counts the packet in the run's results. */
        Action count(String counter);

        /** What becomes of the packet after this pass, if no later match says otherwise. */
        Action then(Fate fate);
    }

    /**
     * An access to a register: the first alternative of which all conditions hold is done, at most one. What a cell held before goes to
     * the field that {@link Alternative#old} names.
     */
    interface Access {
        /** Another alternative, tried if those before it do not match. */
        Alternative when(Condition... all);
    }

    /** What a stateful unit can do with a cell: one read, one decision about what it read, and one write. */
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

        /** The write: {@code cell = cell + value}. */
        Alternative add(int value);
    }
}

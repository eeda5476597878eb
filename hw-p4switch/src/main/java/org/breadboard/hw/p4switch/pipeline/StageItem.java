package org.breadboard.hw.p4switch.pipeline;

/** Something that a stage does with a packet: a match, or the access to a register. */
interface StageItem {
    /** Writes it down for the interpreter. */
    void emit(Code code);

    /** How many fields it sets at most in one pass. */
    int writes();
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import static org.breadboard.proto.nocc.program.NoccFields.ABORTED;
import static org.breadboard.proto.nocc.program.NoccFields.CHECK_COMPARE;
import static org.breadboard.proto.nocc.program.NoccFields.CHECK_WRITE;
import static org.breadboard.proto.nocc.program.NoccFields.CORRECT;
import static org.breadboard.proto.nocc.program.NoccFields.INSERT;
import static org.breadboard.proto.nocc.program.NoccFields.OVERWRITE;
import static org.breadboard.proto.nocc.program.NoccFields.SERVE;
import static org.breadboard.proto.nocc.program.NoccFields.TAKE_PLACE;
import static org.breadboard.proto.nocc.program.NoccFields.UNPIN;
import static org.breadboard.proto.nocc.program.NoccFields.UPDATE;

import java.util.Map;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;

/**
 * The cache of what the switch has seen, in stages 2 to 10 (NOCC 3). It is direct-mapped: of each entry there is its
 * key, its value in words of 32 bits, a bit for second chance, the number of packets that count on it (no entry goes
 * while there is one), and a stamp that every change moves on. The second round of a request acts on an entry only if
 * the stamp is what the first one saw; what another packet has changed in between, it leaves alone. To take another
 * key's place, a packet first claims the entry and comes back to install its own, since a pass touches each register
 * once.
 */
record SwitchCache(
        Assembly assembly, NoccFields f, Map<String, Register> registers, String eviction, boolean revertsOnce) {
    private static final int VALUES_STAGE = 6;
    private static final int MOST_PINS = 128;
    private static final int CLAIMED = 255;

    /** Says which registers an entry has. */
    static void enter(EntryRegisters entry, String eviction) {
        entry.with("keys", 2, 32).with("pins", 4, 8).with("reverted", 4, 32).with("stamps", 5, 16);
        if (eviction.equals("second-chance")) {
            entry.with("referenced", 3, 8);
        }
        for (int word = 0; word < NoccFields.WORDS; word++) {
            entry.with("values" + word, VALUES_STAGE + word, 32);
        }
    }

    /** Says what each job of a pass does to its entry. */
    void assemble() {
        lookUp();
        reference();
        pin();
        revert();
        stamp();
        for (int word = 0; word < NoccFields.WORDS; word++) {
            value(word);
        }
        compare(assembly.stage(10));
    }

    /** Whose the entry is; a free one is taken at once by the next insertion. */
    private void lookUp() {
        Stage.Access access = assembly.stage(2).access(registers.get("keys"), f.cell);
        access.when(f.job.is(TAKE_PLACE)).set(f.tag);
        access.when(f.job.is(INSERT)).old(f.found).ifIs(0, f.fresh).set(f.tag);
        access.when(f.job.is(OVERWRITE)).old(f.found).ifIs(0, f.fresh).set(f.tag);
        access.when(f.job.is(CHECK_COMPARE)).old(f.found);
        access.when(f.job.is(CHECK_WRITE)).old(f.found);
        access.when(f.job.is(SERVE)).old(f.found);
    }

    /**
     * Whether it is the operation's, or another key's whose place it wants; that has a second chance if it was looked
     * at.
     */
    private void reference() {
        Stage stage = assembly.stage(3);
        for (int job : new int[] {CHECK_COMPARE, CHECK_WRITE, INSERT, OVERWRITE, SERVE}) {
            stage.when(f.job.is(job), f.found.is(f.tag)).set(f.hit, 1);
        }
        boolean evicts = !eviction.equals("none");
        for (int job : new int[] {INSERT, OVERWRITE}) {
            if (evicts) {
                stage.when(f.job.is(job), f.found.isNot(f.tag), f.found.isNot(0))
                        .set(f.wants, 1);
            }
        }
        if (eviction.equals("second-chance")) {
            Stage.Access access = stage.access(registers.get("referenced"), f.cell);
            access.when(f.job.is(CHECK_COMPARE), f.found.is(f.tag)).set(1);
            access.when(f.job.is(CHECK_WRITE), f.found.is(f.tag)).set(1);
            access.when(f.job.is(SERVE), f.found.is(f.tag)).set(1);
            access.when(f.job.is(INSERT), f.found.isNot(f.tag))
                    .old(f.referenced)
                    .set(0);
            access.when(f.job.is(OVERWRITE), f.found.isNot(f.tag))
                    .old(f.referenced)
                    .set(0);
        }
    }

    /** Counts the packets that count on an entry, and claims one for another key if there are none. */
    private void pin() {
        Stage.Access access = assembly.stage(4).access(registers.get("pins"), f.cell);
        access.when(f.job.is(CHECK_COMPARE), f.hit.is(1))
                .ifBelow(MOST_PINS, f.pinned)
                .add(1);
        access.when(f.job.is(CHECK_WRITE), f.hit.is(1))
                .ifBelow(MOST_PINS, f.pinned)
                .add(1);
        for (int job : new int[] {CORRECT, UNPIN, UPDATE}) {
            access.when(f.job.is(job)).add(-1);
        }
        if (!eviction.equals("none")) {
            Stage.Alternative claim = eviction.equals("second-chance")
                    ? access.when(f.wants.is(1), f.referenced.is(0))
                    : access.when(f.wants.is(1));
            claim.ifIs(0, f.claimed).set(CLAIMED);
        }
        access.when(f.job.is(TAKE_PLACE)).set(0);
        if (eviction.equals("none")) {
            assembly.stage(4).when().set(f.claimed, 0);
        }
    }

    /**
     * An abort takes back what is in the entry. If it does so once, it leaves alone what another abort has put right
     * since the aborted request came by: what is there now builds on that.
     */
    private void revert() {
        Stage.Access access = assembly.stage(4).access(registers.get("reverted"), f.cell);
        if (revertsOnce) {
            access.when(f.kind.is(ABORTED), f.job.is(OVERWRITE), f.hit.is(1))
                    .ifBelow(f.since, f.reverts)
                    .set(f.now);
        }
        access.when(f.job.is(OVERWRITE), f.hit.is(1)).ifBelow(-1, f.reverts).set(f.now);
        access.when(f.job.is(TAKE_PLACE)).set(0);
    }

    /** Remembers the stamp, or moves it on; an update only if nobody has since it was checked. */
    private void stamp() {
        Stage.Access access = assembly.stage(5).access(registers.get("stamps"), f.cell);
        access.when(f.pinned.is(1)).old(f.stamp);
        access.when(f.job.is(UPDATE)).ifIs(f.seen, f.same).add(1);
        access.when(f.fresh.is(1)).add(1);
        access.when(f.job.is(TAKE_PLACE)).add(1);
        access.when(f.reverts.is(1)).add(1);
    }

    /** Reads or writes one word of the value, in a stage of its own (NOCC 3). */
    private void value(int word) {
        Stage.Access access = assembly.stage(VALUES_STAGE + word).access(registers.get("values" + word), f.cell);
        access.when(f.job.is(CHECK_COMPARE), f.pinned.is(1)).old(f.cached[word]);
        access.when(f.job.is(CORRECT)).old(f.cached[word]);
        access.when(f.same.is(1)).set(f.value[word]);
        access.when(f.fresh.is(1)).set(f.value[word]);
        access.when(f.job.is(TAKE_PLACE)).set(f.value[word]);
        access.when(f.reverts.is(1)).set(f.value[word]);
    }

    /** Whether the cached value differs from the one that is compared. */
    private void compare(Stage stage) {
        for (int word = 0; word < NoccFields.WORDS; word++) {
            stage.when(f.job.is(CHECK_COMPARE), f.pinned.is(1), f.cached[word].isNot(f.value[word]))
                    .set(f.differs, 1);
            stage.when(f.job.is(CORRECT), f.cached[word].isNot(f.value[word])).set(f.differs, 1);
        }
        stage.when(f.job.is(CHECK_COMPARE), f.pinned.is(0)).set(f.missed, 1);
    }
}

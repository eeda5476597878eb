// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import static org.breadboard.proto.nocc.program.NoccFields.ABORTED;
import static org.breadboard.proto.nocc.program.NoccFields.ACT;
import static org.breadboard.proto.nocc.program.NoccFields.CHECK;
import static org.breadboard.proto.nocc.program.NoccFields.CHECK_COMPARE;
import static org.breadboard.proto.nocc.program.NoccFields.COMMITTED;
import static org.breadboard.proto.nocc.program.NoccFields.CORRECT;
import static org.breadboard.proto.nocc.program.NoccFields.INSTALL;
import static org.breadboard.proto.nocc.program.NoccFields.REQUEST;
import static org.breadboard.proto.nocc.program.NoccFields.TAKE_PLACE;
import static org.breadboard.proto.nocc.program.NoccFields.UPDATE;

import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.proto.nocc.packet.Wire;

/** The last stage: what is taken along, what is written into the packet, and where it goes. */
record Verdict(NoccFields f) {
    void assemble(Stage stage) {
        takeAlong(stage);
        count(stage);
        goOn(stage);
        end(stage);
        // Another key's entry was claimed: come back for the same operation, and take its place.
        stage.when(f.claimed.is(1)).set(f.phase, INSTALL).set(f.index, f.index).then(Fate.RECIRCULATE);
        stage.when(f.phase.is(INSTALL)).set(f.phase, ACT);
    }

    private void takeAlong(Stage stage) {
        for (int op = 0; op < f.mostOps; op++) {
            stage.when(f.index.is(op), f.pinned.is(1))
                    .set(f.seenOf[op], f.stamp)
                    .set(f.pinnedOf[op], 1);
        }
        stage.when(f.job.is(CHECK_COMPARE), f.differs.is(1)).set(f.marked, 1);
        Stage.Action correct = stage.when(f.job.is(CORRECT), f.differs.is(1)).set(f.corrected, 1);
        for (int word = 0; word < NoccFields.WORDS; word++) {
            correct.set(f.value[word], f.cached[word]);
        }
    }

    private void count(Stage stage) {
        stage.when(f.job.is(CHECK_COMPARE), f.pinned.is(1)).count("nocc.hits");
        stage.when(f.job.is(CHECK_COMPARE), f.pinned.is(0)).count("nocc.misses");
        stage.when(f.fresh.is(1)).count("nocc.inserts");
        stage.when(f.job.is(TAKE_PLACE)).count("nocc.evictions");
        stage.when(f.job.is(UPDATE), f.same.is(0)).count("nocc.fallbacks");
    }

    private void goOn(Stage stage) {
        for (int kind : new int[] {REQUEST, COMMITTED, ABORTED}) {
            stage.when(f.well.is(1), f.kind.is(kind), f.last.is(0))
                    .set(f.index, f.next)
                    .then(Fate.RECIRCULATE);
        }
        stage.when(f.well.is(1), f.kind.is(REQUEST), f.phase.is(CHECK), f.last.is(1))
                .set(f.index, 0)
                .set(f.phase, ACT)
                .then(Fate.RECIRCULATE);
    }

    private void end(Stage stage) {
        stage.when(f.kind.is(REQUEST), f.phase.is(ACT), f.doomed.is(0), f.last.is(1), f.claimed.is(0))
                .count("nocc.forwarded");
        stage.when(f.kind.is(REQUEST), f.phase.is(INSTALL), f.last.is(1)).count("nocc.forwarded");
        stage.when(f.doomed.is(1), f.last.is(1), f.corrected.is(0), f.differs.is(0))
                .count("nocc.fallbacks")
                .count("nocc.forwarded");
        turnRound(stage.when(f.doomed.is(1), f.last.is(1), f.corrected.is(1)));
        turnRound(stage.when(f.doomed.is(1), f.last.is(1), f.corrected.is(0), f.differs.is(1)));
    }

    private void turnRound(Stage.Action action) {
        action.set(f.flags, Wire.RESPONSE | Wire.FROM_SWITCH)
                .set(f.status, Wire.OPTIMISTIC_ABORT)
                .count("nocc.earlyAborts")
                .then(Fate.TURN_ROUND);
    }
}

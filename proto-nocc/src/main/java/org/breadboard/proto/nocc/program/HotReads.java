// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import static org.breadboard.proto.nocc.program.NoccFields.ABORTED;
import static org.breadboard.proto.nocc.program.NoccFields.COMMITTED;
import static org.breadboard.proto.nocc.program.NoccFields.SERVE;
import static org.breadboard.proto.nocc.program.NoccFields.TAKE_PLACE;

import java.util.Map;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.proto.nocc.packet.Wire;

/**
 * Serves reads of hot records from the switch, which NOCC names as future work (NOCC 6) and does not describe: beside
 * the value that an entry speculates on there is the last one that the store has acknowledged, with its version plus
 * one, or zero for none. Whatever value a store's answer carries takes this place if its version is newer, so that
 * answers which come late, twice or in another order bring nothing older back; no request does, and another key's entry
 * begins without.
 *
 * <p>A read of one record alone that has an acknowledged value is answered here, in one pass; everything else goes to
 * the store. Versions are compared as numbers of 32 bits: of a record that is written more often, the entry stays as it
 * is until it is evicted.
 */
final class HotReads {
    private static final int VERSIONS_STAGE = 5;
    private static final int VALUES_STAGE = 6;

    private final Assembly assembly;
    private final NoccFields f;
    private final Map<String, Register> cache;
    private final Field said;
    private final Field newer;
    private final Field held;
    private final Field serves;

    HotReads(Assembly assembly, NoccFields f, Map<String, Register> cache) {
        this.assembly = assembly;
        this.f = f;
        this.cache = cache;
        said = assembly.metadata("said", 32);
        newer = assembly.metadata("newer", 8);
        held = assembly.metadata("held", 32);
        serves = assembly.metadata("serves", 8);
    }

    /** Says what of an entry this adds to the cache. */
    static void enter(EntryRegisters cache) {
        cache.with("acknowledged", VERSIONS_STAGE, 32);
        for (int word = 0; word < NoccFields.WORDS; word++) {
            cache.with("acknowledgedValues" + word, VALUES_STAGE + word, 32);
        }
    }

    /** @param last where reads are answered */
    void assemble(Stage last) {
        assembly.stage(0).when().set(said, f.version);
        assembly.stage(1).when().add(said, 1);
        versions();
        assembly.stage(VALUES_STAGE)
                .when(f.job.is(SERVE), held.isNot(0))
                .set(serves, 1)
                .add(held, -1);
        for (int word = 0; word < NoccFields.WORDS; word++) {
            values(word);
        }
        answer(last);
    }

    /** Whether an answer is newer than what is acknowledged here; a new key has nothing acknowledged. */
    private void versions() {
        Stage.Access access = assembly.stage(VERSIONS_STAGE).access(cache.get("acknowledged"), f.cell);
        for (int kind : new int[] {COMMITTED, ABORTED}) {
            access.when(f.kind.is(kind), f.hit.is(1)).ifBelow(said, newer).set(said);
            access.when(f.kind.is(kind), f.fresh.is(1)).ifBelow(-1, newer).set(said);
            access.when(f.kind.is(kind), f.job.is(TAKE_PLACE))
                    .ifBelow(-1, newer)
                    .set(said);
        }
        access.when(f.fresh.is(1)).set(0);
        access.when(f.job.is(TAKE_PLACE)).set(0);
        access.when(f.job.is(SERVE), f.hit.is(1)).old(held);
    }

    private void values(int word) {
        int stage = VALUES_STAGE + word;
        Stage.Access access = assembly.stage(stage).access(cache.get("acknowledgedValues" + word), f.cell);
        access.when(newer.is(1)).set(f.value[word]);
        access.when(f.job.is(SERVE)).old(f.cached[word]);
    }

    private void answer(Stage stage) {
        Stage.Action answer = stage.when(serves.is(1))
                .set(f.flags, Wire.RESPONSE | Wire.FROM_SWITCH)
                .set(f.status, Wire.OK)
                .set(f.type, Wire.VALUE)
                .set(f.version, held);
        for (int word = 0; word < NoccFields.WORDS; word++) {
            answer.set(f.value[word], f.cached[word]);
        }
        answer.count("nocc.readsServed").then(Fate.TURN_ROUND);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.program;

import static org.breadboard.proto.nocc.program.NoccFields.ABORTED;
import static org.breadboard.proto.nocc.program.NoccFields.ACT;
import static org.breadboard.proto.nocc.program.NoccFields.CHECK;
import static org.breadboard.proto.nocc.program.NoccFields.CHECK_COMPARE;
import static org.breadboard.proto.nocc.program.NoccFields.CHECK_WRITE;
import static org.breadboard.proto.nocc.program.NoccFields.COMMITTED;
import static org.breadboard.proto.nocc.program.NoccFields.CORRECT;
import static org.breadboard.proto.nocc.program.NoccFields.INSERT;
import static org.breadboard.proto.nocc.program.NoccFields.INSTALL;
import static org.breadboard.proto.nocc.program.NoccFields.OVERWRITE;
import static org.breadboard.proto.nocc.program.NoccFields.READ;
import static org.breadboard.proto.nocc.program.NoccFields.REQUEST;
import static org.breadboard.proto.nocc.program.NoccFields.SERVE;
import static org.breadboard.proto.nocc.program.NoccFields.TAKE_PLACE;
import static org.breadboard.proto.nocc.program.NoccFields.UNPIN;
import static org.breadboard.proto.nocc.program.NoccFields.UPDATE;

import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.options.NoccOptions;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;

/**
 * The program (NOCC 2, 3). A request goes round twice, one operation a pass: first all compares are checked against
 * what the switch has seen, then either the writes go into the switch's cache and the request on to the store, or the
 * values that were found different go into the packet, and it goes back as an abort. Answers of the store go round
 * once. What it has seen is in a {@link SwitchCache}.
 *
 * <p>What the answers do: a commit's values are inserted where there is nothing, and never overwrite, since what is
 * there may be newer; an abort's values overwrite, which takes back what the aborted transaction had left here.
 *
 * <p>In a format with versions it also serves reads, see {@link HotReads}.
 *
 * @param entries of the cache
 * @param eviction what a new key does to another one in its place
 * @param revertsOnce whether an abort leaves alone what another one has put right since its request passed
 * @param mostOps operations of a packet that it looks at
 * @param format of the packets
 */
record NoccProgram(int entries, String eviction, boolean revertsOnce, int mostOps, WireFormat format)
        implements PipelineProgram {
    /** Stages that it needs. */
    private static final int STAGES = 12;

    /** Clients of which the last request's time is kept; more share. */
    private static final int CLIENTS = 1 << 12;

    @Override
    public void assemble(Assembly assembly) {
        if (assembly.stages() < STAGES) {
            throw new RefusedException("NOCC's program has " + STAGES + " stages, but this pipeline has "
                    + assembly.stages() + "; take a switch with more.");
        }
        assembly.ports(Addresses.STORE_PORT, NoccOptions.MAX_STORE_CORES);
        assembly.passes(passes());
        Map<String, Register> registers = registers(assembly);
        NoccFields f = new NoccFields(assembly, format, mostOps);
        classify(assembly.stage(0), f);
        plan(assembly.stage(1), f);
        assembly.stage(2).when(f.next.is(f.ops)).set(f.last, 1);
        tellTime(assembly, f);
        new SwitchCache(assembly, f, registers, eviction, revertsOnce).assemble();
        Stage last = assembly.stage(STAGES - 1);
        if (format.hasVersions()) {
            new HotReads(assembly, f, registers).assemble(last);
        }
        new Verdict(f).assemble(last);
    }

    private Map<String, Register> registers(Assembly assembly) {
        EntryRegisters entry = new EntryRegisters(assembly, entries);
        SwitchCache.enter(entry, eviction);
        if (format.hasVersions()) {
            HotReads.enter(entry);
        }
        return entry.make();
    }

    /** The most that a packet has: two for each operation, and a third where each one takes another key's place. */
    int passes() {
        return (eviction.equals("none") ? 2 : 3) * mostOps;
    }

    /** What the packet is, which entry its operation is about, and what earlier passes have said of it. */
    private void classify(Stage stage, NoccFields f) {
        stage.when().hash(f.cell, f.key).set(f.tag, f.key).set(f.next, f.index);
        for (int ops = 1; ops <= f.mostOps; ops++) {
            stage.when(f.ops.is(ops), f.payloadBytes.is(format.lengthBytes(ops)))
                    .set(f.well, 1);
        }
        for (int op = 0; op < f.mostOps; op++) {
            stage.when(f.index.is(op)).set(f.seen, f.seenOf[op]).set(f.mine, f.pinnedOf[op]);
        }
        for (int type : new int[] {Wire.REQUEST, Wire.PREPARE}) {
            for (int first : new int[] {Wire.VALUE, Wire.WRITE}) {
                stage.when(f.kind.is(0), f.flags.is(type), f.fragments.is(1), f.type.is(first))
                        .set(f.kind, REQUEST);
            }
        }
        stage.when(f.kind.is(0), f.flags.is(Wire.RESPONSE | Wire.STORE_COMMIT)).set(f.kind, COMMITTED);
        if (format.hasVersions()) {
            stage.when(f.kind.is(0), f.flags.is(Wire.RESPONSE), f.status.is(Wire.OK))
                    .set(f.kind, COMMITTED);
            stage.when(f.kind.is(0), f.flags.is(Wire.REQUEST), f.fragments.is(1), f.ops.is(1), f.type.is(Wire.READ))
                    .set(f.kind, READ);
        }
        for (int status : new int[] {Wire.ABORT, Wire.LOCKED}) {
            stage.when(f.kind.is(0), f.flags.is(Wire.RESPONSE), f.status.is(status))
                    .set(f.kind, ABORTED);
        }
        stage.when(f.phase.is(ACT), f.marked.is(1), f.missed.is(0)).set(f.doomed, 1);
    }

    /** What this pass has to do. */
    private void plan(Stage stage, NoccFields f) {
        stage.when().add(f.tag, 1).add(f.next, 1);
        check(stage, f, Wire.VALUE, CHECK_COMPARE);
        check(stage, f, Wire.WRITE, CHECK_WRITE);
        act(stage, f, 1, Wire.VALUE, 1, CORRECT);
        act(stage, f, 1, Wire.WRITE, 1, UNPIN);
        act(stage, f, 0, Wire.VALUE, 1, UNPIN);
        act(stage, f, 0, Wire.WRITE, 1, UPDATE);
        act(stage, f, 0, Wire.WRITE, 0, INSERT);
        stage.when(f.well.is(1), f.kind.is(COMMITTED), f.type.is(Wire.UPDATED)).set(f.job, INSERT);
        stage.when(f.well.is(1), f.kind.is(ABORTED), f.type.is(Wire.VALUE)).set(f.job, OVERWRITE);
        if (format.hasVersions()) {
            stage.when(f.well.is(1), f.kind.is(COMMITTED), f.type.is(Wire.VALUE))
                    .set(f.job, INSERT);
            stage.when(f.well.is(1), f.kind.is(READ)).set(f.job, SERVE);
        }
        stage.when(f.phase.is(INSTALL)).set(f.job, TAKE_PLACE);
    }

    private static void check(Stage stage, NoccFields f, int type, int job) {
        stage.when(f.well.is(1), f.kind.is(REQUEST), f.phase.is(CHECK), f.type.is(type))
                .set(f.job, job);
    }

    private static void act(Stage stage, NoccFields f, int doomed, int type, int mine, int job) {
        stage.when(f.kind.is(REQUEST), f.phase.is(ACT), f.doomed.is(doomed), f.type.is(type), f.mine.is(mine))
                .set(f.job, job);
    }

    /** Time is the number of passes of aborts; of each client, when its last request came. */
    private void tellTime(Assembly assembly, NoccFields f) {
        Stage.Access clock = assembly.stage(0).access(assembly.register("clock", 0, 1, 32), f.flags);
        clock.when(f.flags.is(Wire.RESPONSE), f.status.is(Wire.ABORT))
                .old(f.now)
                .add(1);
        clock.when(f.flags.is(Wire.RESPONSE), f.status.is(Wire.LOCKED))
                .old(f.now)
                .add(1);
        clock.when().old(f.now);
        Register requests = assembly.register("requests", 1, CLIENTS, 32);
        Stage.Access access = assembly.stage(1).access(requests, f.client);
        access.when(f.kind.is(REQUEST), f.phase.is(CHECK), f.index.is(0)).set(f.now);
        access.when(f.kind.is(ABORTED)).old(f.since);
        assembly.stage(1).when(f.kind.is(ABORTED)).add(f.now, 1);
        assembly.stage(2).when(f.kind.is(ABORTED)).add(f.since, 1);
    }
}

package org.breadboard.proto.nocc.program;

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
 * The program (NOCC 2, 3). A request goes round twice, one operation a pass: first all compares are checked against what the switch
 * has seen, then either the writes go into the switch's cache and the request on to the store, or the values that were found
 * different go into the packet, and it goes back as an abort. Answers of the store go round once.
 *
 * <p>The cache is direct-mapped: of each entry there is its key, its value in words of 32 bits, a bit for second chance, the number of
 * packets that count on it (no entry goes while there is one), and a stamp that every change moves on. The second round acts on an entry
 * only if the stamp is what the first one saw; what another packet has changed in between, it leaves alone. To take another key's
 * place, a packet first claims the entry and comes back to install its own, since a pass touches each register once.
 *
 * <p>What the answers do: a commit's values are inserted where there is nothing, and never overwrite, since what is there may be
 * newer; an abort's values overwrite, which takes back what the aborted transaction had left here.
 *
 * <p>In a format with versions it also serves reads, see {@link HotReads}.
 */
final class NoccProgram implements PipelineProgram {
    /** Stages that it needs. */
    static final int STAGES = 12;

    // What a packet is.
    static final int REQUEST = 1;
    static final int COMMITTED = 2;
    static final int ABORTED = 3;
    static final int READ = 4;

    // Where a request is.
    static final int CHECK = 0;
    static final int ACT = 1;
    static final int INSTALL = 2;

    // What a pass has to do.
    static final int CHECK_COMPARE = 1;
    static final int CHECK_WRITE = 2;
    static final int CORRECT = 3;
    private static final int UNPIN = 4;
    static final int UPDATE = 5;
    private static final int INSERT = 6;
    private static final int OVERWRITE = 7;
    static final int TAKE_PLACE = 8;
    static final int SERVE = 9;

    /** Clients of which the last request's time is kept; more share. */
    private static final int CLIENTS = 1 << 12;

    private static final int VALUES_STAGE = 6;
    private static final int MOST_PINS = 128;
    private static final int CLAIMED = 255;

    private final int entries;
    private final String eviction;
    private final boolean revertsOnce;
    private final String breakage;
    private final int mostOps;
    private final WireFormat format;

    NoccProgram(int entries, String eviction, boolean revertsOnce, int mostOps, String breakage, WireFormat format) {
        this.entries = entries;
        this.eviction = eviction;
        this.revertsOnce = revertsOnce;
        this.breakage = breakage;
        this.mostOps = mostOps;
        this.format = format;
    }

    @Override
    public void assemble(Assembly assembly) {
        if (assembly.stages() < STAGES) {
            throw new RefusedException("NOCC's program has " + STAGES + " stages, but this pipeline has "
                    + assembly.stages() + "; take a switch with more.");
        }
        assembly.ports(Addresses.STORE_PORT, NoccOptions.MAX_STORE_CORES);
        assembly.passes(passes());
        Map<String, Register> cache = cache(assembly);
        NoccFields f = new NoccFields(assembly, format, mostOps);
        classify(assembly.stage(0), f);
        plan(assembly.stage(1), f);
        tellTime(assembly, f);
        lookUp(assembly, f, cache);
        reference(assembly, f, cache);
        pin(assembly, f, cache);
        revert(assembly, f, cache);
        stamp(assembly, f, cache);
        for (int word = 0; word < NoccFields.WORDS; word++) {
            value(assembly, f, cache, word);
        }
        compare(assembly.stage(10), f);
        if (format.hasVersions()) {
            new HotReads(assembly, f, cache, breakage).assemble();
        }
        new Verdict(f).assemble(assembly.stage(11));
    }

    private Map<String, Register> cache(Assembly assembly) {
        EntryRegisters cache = new EntryRegisters(assembly, entries)
                .with("keys", 2, 32)
                .with("reverted", 4, 32)
                .with("pins", 4, 8)
                .with("stamps", 5, 16);
        if (eviction.equals("second-chance")) {
            cache.with("referenced", 3, 8);
        }
        for (int word = 0; word < NoccFields.WORDS; word++) {
            cache.with("values" + word, VALUES_STAGE + word, 32);
        }
        if (format.hasVersions()) {
            HotReads.enter(cache);
        }
        return cache.make();
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
        if (!breakage.equals("keep-speculation")) {
            for (int status : new int[] {Wire.ABORT, Wire.LOCKED}) {
                stage.when(f.kind.is(0), f.flags.is(Wire.RESPONSE), f.status.is(status))
                        .set(f.kind, ABORTED);
            }
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
        int commits = breakage.equals("commit-overwrites") ? OVERWRITE : INSERT;
        stage.when(f.well.is(1), f.kind.is(COMMITTED), f.type.is(Wire.UPDATED)).set(f.job, commits);
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

    /**
     * An abort takes back what is in the entry. If it does so once, it leaves alone what another abort has put right since the
     * aborted request came by: what is there now builds on that.
     */
    private void revert(Assembly assembly, NoccFields f, Map<String, Register> cache) {
        Stage.Access access = assembly.stage(4).access(cache.get("reverted"), f.cell);
        if (revertsOnce) {
            access.when(f.kind.is(ABORTED), f.job.is(OVERWRITE), f.hit.is(1))
                    .ifBelow(f.since, f.reverts)
                    .set(f.now);
        }
        access.when(f.job.is(OVERWRITE), f.hit.is(1)).ifBelow(-1, f.reverts).set(f.now);
        access.when(f.job.is(TAKE_PLACE)).set(0);
    }

    /** Whose the entry is; a free one is taken at once by who wants to insert. */
    private void lookUp(Assembly assembly, NoccFields f, Map<String, Register> cache) {
        Stage stage = assembly.stage(2);
        Stage.Access access = stage.access(cache.get("keys"), f.cell);
        access.when(f.job.is(TAKE_PLACE)).set(f.tag);
        access.when(f.job.is(INSERT)).old(f.found).ifIs(0, f.fresh).set(f.tag);
        access.when(f.job.is(OVERWRITE)).old(f.found).ifIs(0, f.fresh).set(f.tag);
        access.when(f.job.is(CHECK_COMPARE)).old(f.found);
        access.when(f.job.is(CHECK_WRITE)).old(f.found);
        access.when(f.job.is(SERVE)).old(f.found);
        stage.when(f.next.is(f.ops)).set(f.last, 1);
        if (breakage.equals("ignore-stamps")) {
            stage.when(f.job.is(UPDATE)).set(f.same, 1);
        }
    }

    /** Whether it is the operation's, or another key's whose place it wants; that has a second chance if it was looked at. */
    private void reference(Assembly assembly, NoccFields f, Map<String, Register> cache) {
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
            Stage.Access access = stage.access(cache.get("referenced"), f.cell);
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
    private void pin(Assembly assembly, NoccFields f, Map<String, Register> cache) {
        Stage.Access access = assembly.stage(4).access(cache.get("pins"), f.cell);
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
            if (breakage.equals("evict-pinned")) {
                claim.ifBelow(CLAIMED, f.claimed).set(CLAIMED);
            } else {
                claim.ifIs(0, f.claimed).set(CLAIMED);
            }
        }
        access.when(f.job.is(TAKE_PLACE)).set(0);
        if (eviction.equals("none")) {
            assembly.stage(4).when().set(f.claimed, 0);
        }
    }

    /** Remembers the stamp, or moves it on; an update only if nobody has since it was checked. */
    private void stamp(Assembly assembly, NoccFields f, Map<String, Register> cache) {
        Stage.Access access = assembly.stage(5).access(cache.get("stamps"), f.cell);
        access.when(f.pinned.is(1)).old(f.stamp);
        if (breakage.equals("ignore-stamps")) {
            access.when(f.job.is(UPDATE)).add(1);
        } else {
            access.when(f.job.is(UPDATE)).ifIs(f.seen, f.same).add(1);
        }
        access.when(f.fresh.is(1)).add(1);
        access.when(f.job.is(TAKE_PLACE)).add(1);
        access.when(f.reverts.is(1)).add(1);
    }

    /** Reads or writes one word of the value, in a stage of its own (NOCC 3). */
    private void value(Assembly assembly, NoccFields f, Map<String, Register> cache, int word) {
        Stage.Access access = assembly.stage(VALUES_STAGE + word).access(cache.get("values" + word), f.cell);
        access.when(f.job.is(CHECK_COMPARE), f.pinned.is(1)).old(f.cached[word]);
        access.when(f.job.is(CORRECT)).old(f.cached[word]);
        if (breakage.equals("serve-speculation")) {
            access.when(f.job.is(SERVE)).old(f.cached[word]);
        }
        access.when(f.same.is(1)).set(f.value[word]);
        access.when(f.fresh.is(1)).set(f.value[word]);
        access.when(f.job.is(TAKE_PLACE)).set(f.value[word]);
        access.when(f.reverts.is(1)).set(f.value[word]);
    }

    /** Whether the cached value differs from the one that is compared. */
    private void compare(Stage stage, NoccFields f) {
        for (int word = 0; word < NoccFields.WORDS; word++) {
            stage.when(f.job.is(CHECK_COMPARE), f.pinned.is(1), f.cached[word].isNot(f.value[word]))
                    .set(f.differs, 1);
            stage.when(f.job.is(CORRECT), f.cached[word].isNot(f.value[word])).set(f.differs, 1);
        }
        if (!breakage.equals("miss-matches")) {
            stage.when(f.job.is(CHECK_COMPARE), f.pinned.is(0)).set(f.missed, 1);
        }
    }
}

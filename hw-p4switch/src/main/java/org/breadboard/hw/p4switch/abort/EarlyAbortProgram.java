package org.breadboard.hw.p4switch.abort;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PacketDescription.Comparison;
import org.breadboard.api.pipeline.PacketDescription.Match;
import org.breadboard.api.pipeline.PacketDescription.Place;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.Stage;

/**
 * The program. A request has one pass: all of its first entries are looked up at once, each in a {@link Bank} of its
 * own, since a pass accesses a register once; if one of them is stale, the packet goes back. What tells is written to
 * all banks, one entry a pass: with several such entries a packet recirculates.
 *
 * <p>Stages: what an entry is, which entries there are, which of them this pass is about, its name in the switch; then
 * the banks: one stage for each word of the key, one to compare it, one for each word that is kept; then whether what
 * is kept makes the entry stale, and the verdict.
 *
 * @param packets that it reads
 * @param entries of a packet that it looks at
 * @param cells of each bank
 * @param breakage what is left out
 */
record EarlyAbortProgram(PacketDescription packets, int entries, int cells, Breakage breakage)
        implements PipelineProgram {
    private static final int PARSE = 0;
    private static final int WALK = 1;
    private static final int CHOOSE = 2;
    private static final int NAME = 3;
    private static final int BANKS = 4;

    /** Of 256: a quarter; and a step that meets all 256 numbers. */
    private static final int UNLUCKY = 64;

    private static final int STEP = 97;

    /** What passes say of one another, and of all entries together. */
    private record Fields(Field next, Field learnt, Field learns, Field more, Field judges, Field stale, Field dice) {
        Fields(Assembly assembly) {
            this(
                    assembly.carried("next", 8),
                    assembly.metadata("learnt", 8),
                    assembly.metadata("learns", 8),
                    assembly.metadata("more", 8),
                    assembly.metadata("judges", 8),
                    assembly.metadata("stale", 8),
                    assembly.metadata("dice", 8));
        }
    }

    @Override
    public void assemble(Assembly assembly) {
        int compare = BANKS + packets.key().size() + 1 + kept().size();
        refuseIfTooSmall(assembly, compare + 2);
        assembly.ports(packets.firstPort(), packets.ports());
        assembly.passes(entries);
        PacketFields read = new PacketFields(assembly, packets);
        Fields f = new Fields(assembly);
        List<Bank> banks = new ArrayList<>();
        for (int entry = 0; entry < entries; entry++) {
            banks.add(
                    new Bank(assembly, read, entry, packets.key(), kept(), packets.comparison() == Comparison.VERSION));
        }
        parse(assembly.stage(PARSE), read, banks);
        walk(assembly.stage(WALK), f, banks);
        choose(assembly.stage(CHOOSE), f, banks);
        for (Bank bank : banks) {
            bank.name(assembly.stage(NAME), f.learns(), breakage == Breakage.ONE_AHEAD);
            bank.look(BANKS, cells, f.learns(), breakage == Breakage.SHARE_ENTRIES);
            bank.compare(assembly.stage(compare), f.stale());
        }
        if (breakage == Breakage.ABORT_ANY) {
            assembly.stage(NAME)
                    .access(assembly.register("dice", NAME, 1, 8), f.next())
                    .when(f.judges().is(1))
                    .old(f.dice())
                    .add(STEP);
            assembly.stage(compare)
                    .when(f.judges().is(1), f.dice().below(UNLUCKY))
                    .set(f.stale(), 1);
        }
        decide(assembly.stage(compare + 1), read, f, banks);
    }

    /** The words that the switch keeps of a record: of a version the lower half. */
    private List<Place> kept() {
        List<Place> words = packets.compared();
        return packets.comparison() == Comparison.VERSION ? List.of(words.get(words.size() - 1)) : words;
    }

    private void refuseIfTooSmall(Assembly assembly, int stages) {
        if (assembly.stages() < stages) {
            throw new RefusedException("It has " + stages + " stages for keys of "
                    + packets.key().size() + " words and " + kept().size()
                    + " that are compared, but this pipeline has "
                    + assembly.stages() + "; take a switch with more.");
        }
        long room = assembly.stageMemoryBits() / ((long) entries * Integer.SIZE);
        if (cells > room) {
            throw new RefusedException(
                    "switch.cacheEntries=" + cells + " is more than this switch has room for: each of "
                            + entries + " entries of a packet (switch.mostEntries) takes " + Integer.SIZE
                            + " bits of a stage's " + assembly.stageMemoryBits() + " for each, so that up to " + room
                            + " fit.");
        }
    }

    /** Of each entry, whether it is in the packet, how long it is, and what it is. */
    private void parse(Stage stage, PacketFields read, List<Bank> banks) {
        for (Bank bank : banks) {
            int end = packets.headerBytes() + (bank.entry + 1) * packets.entryBytes();
            stage.when(read.payloadBytes.below(end)).set(bank.missing, 1);
            stage.when(read.conditions(packets.whole(), bank.entry)).set(bank.whole, 1);
            packets.asks()
                    .forEach(matches -> stage.when(with(matches, read, bank)).set(bank.asks, 1));
            packets.tells()
                    .forEach(matches -> stage.when(with(matches, read, bank)).set(bank.tells, 1));
        }
    }

    /** What is wanted of an entry, and that the upper half of its version is zero. */
    private Condition[] with(List<Match> matches, PacketFields read, Bank bank) {
        List<Match> all = new ArrayList<>(matches);
        if (packets.comparison() == Comparison.VERSION && packets.compared().size() > 1) {
            all.add(packets.compared().get(0).is(0));
        }
        return read.conditions(all, bank.entry);
    }

    /** An entry is there if those before it are as long as they should be. The first that tells is learnt next. */
    private void walk(Stage stage, Fields f, List<Bank> banks) {
        for (int entry = entries - 1; entry >= 0; entry--) {
            Bank bank = banks.get(entry);
            stage.when(there(banks, bank, bank.asks)).set(bank.asked, 1);
            stage.when(there(banks, bank, bank.tells, f.next().below(entry + 1)))
                    .set(bank.told, 1)
                    .set(f.learnt(), entry + 1);
        }
    }

    private static Condition[] there(List<Bank> banks, Bank bank, Field is, Condition... more) {
        List<Condition> all = new ArrayList<>(List.of(more));
        all.add(is.is(1));
        all.add(bank.missing.is(0));
        banks.subList(0, bank.entry).forEach(before -> all.add(before.whole.is(1)));
        return all.toArray(Condition[]::new);
    }

    /** Each bank gets its entry to judge, or all of them the one that is learnt. */
    private void choose(Stage stage, Fields f, List<Bank> banks) {
        for (Bank bank : banks) {
            bank.take(stage.when(bank.asked.is(1), f.learnt().is(0)), bank.entry)
                    .set(bank.judged, 1)
                    .set(f.judges(), 1);
            Stage.Action learn =
                    stage.when(f.learnt().is(bank.entry + 1)).set(f.learns(), 1).set(f.next(), f.learnt());
            banks.forEach(each -> each.take(learn, bank.entry));
            for (Bank behind : banks.subList(bank.entry + 1, entries)) {
                stage.when(f.learnt().is(bank.entry + 1), behind.told.is(1)).set(f.more(), 1);
            }
        }
    }

    private void decide(Stage stage, PacketFields read, Fields f, List<Bank> banks) {
        stage.when(f.judges().is(1)).count("early-abort.judged");
        stage.when(f.learns().is(1)).count("early-abort.learnt");
        Bank first = banks.get(0);
        stage.when(f.learns().is(1), first.same.is(0), first.found.get(0).isNot(0))
                .count("early-abort.evictions");
        for (Bank bank : banks) {
            stage.when(bank.judged.is(1), bank.same.is(1)).count("early-abort.known");
            if (packets.comparison() == Comparison.VALUE) {
                bank.correct(stage.when(bank.differs.is(1)));
            }
        }
        Stage.Action back = stage.when(f.stale().is(1));
        packets.refusal().forEach(match -> back.set(read.at(match.place(), 0), match.value()));
        back.count("early-abort.aborts").then(Fate.TURN_ROUND);
        if (entries > 1) {
            stage.when(f.more().is(1)).then(Fate.RECIRCULATE);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
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
 * The program. A request is judged in its first pass: all of its first entries are looked up at once, each in a
 * {@link Bank} of its own, since a pass accesses a register once; if one of them comes in vain, the packet goes back.
 * What tells or claims is written to all banks, one entry a pass, so that a packet with several such entries
 * recirculates, and a request that asks and claims, too: it claims if it was not sent back.
 *
 * <p>Stages: what an entry is; which entries there are; which of them this pass is about; its name in the switch. Then
 * the banks: one stage for each word of the key, one to compare it, one for claims, one for each word that is kept.
 * Then whether what is kept makes an entry stale, and the verdict.
 *
 * @param packets that it reads
 * @param entries of a packet that it looks at
 * @param cells of each bank
 * @param claimAborts how many requests a claim sends back
 * @param breakage what is left out
 */
record EarlyAbortProgram(PacketDescription packets, int entries, int cells, int claimAborts, Breakage breakage)
        implements PipelineProgram {
    private static final int PARSE = 0;
    private static final int WALK = 1;
    private static final int CHOOSE = 2;
    private static final int NAME = 3;
    private static final int BANKS = 4;

    /**
     * What passes say of one another, and of all entries together.
     *
     * @param judged whether a pass has judged the packet
     * @param next the first entry that no pass has acted on
     * @param asks whether an entry asks
     * @param turn the entry that this pass may act on, plus one
     * @param act what it does, one of a bank's
     * @param more whether another pass is needed
     */
    private record Fields(Field judged, Field next, Field asks, Field turn, Field act, Field more, Field stale) {
        Fields(Assembly assembly) {
            this(
                    assembly.carried("judged", 8),
                    assembly.carried("next", 8),
                    assembly.metadata("asks", 8),
                    assembly.metadata("turn", 8),
                    assembly.metadata("act", 8),
                    assembly.metadata("more", 8),
                    assembly.metadata("stale", 8));
        }
    }

    @Override
    public void assemble(Assembly assembly) {
        boolean claims = !packets.claims().isEmpty();
        int compare = BANKS + packets.key().size() + 1 + (claims ? 1 : 0) + kept().size();
        refuseIfTooSmall(assembly, compare + 2);
        assembly.ports(packets.firstPort(), packets.ports());
        assembly.passes(entries + 1);
        PacketFields read = new PacketFields(assembly, packets);
        Fields f = new Fields(assembly);
        List<Bank> banks = new ArrayList<>();
        for (int entry = 0; entry < entries; entry++) {
            banks.add(new Bank(assembly, read, f.act(), entry, packets, kept()));
        }
        parse(assembly.stage(PARSE), read, banks);
        walk(assembly.stage(WALK), f, banks);
        choose(assembly.stage(CHOOSE), f, banks);
        for (Bank bank : banks) {
            bank.name(assembly.stage(NAME));
            bank.look(BANKS, cells, claims ? claimAborts : Bank.NO_CLAIMS, breakage == Breakage.SHARE_ENTRIES);
            bank.compare(assembly.stage(compare), f.stale(), claims);
        }
        decide(assembly.stage(compare + 1), read, f, banks);
    }

    /** The words that the switch keeps of a record: of a version the lower half. */
    private List<Place> kept() {
        List<Place> words = packets.compared();
        return isOfVersions() ? List.of(words.get(words.size() - 1)) : words;
    }

    private boolean isOfVersions() {
        return packets.comparison() == Comparison.VERSION;
    }

    private void refuseIfTooSmall(Assembly assembly, int stages) {
        if (assembly.stages() < stages) {
            throw new RefusedException("it takes " + stages + " stages for keys of "
                    + packets.key().size() + " words and "
                    + kept().size() + " that are compared, and this pipeline has " + assembly.stages()
                    + ": take a switch with more.");
        }
        if (entries > assembly.registersPerStage()) {
            throw new RefusedException(
                    "switch.mostEntries=" + entries + " is more than this switch can look at: each entry"
                            + " takes a register of a stage, which can have " + assembly.registersPerStage() + ".");
        }
        long room = assembly.stageMemoryBits() / ((long) entries * Integer.SIZE);
        if (cells > room) {
            throw new RefusedException(
                    "switch.cacheEntries=" + cells + " is more than this switch has room for: a record"
                            + " takes " + Integer.SIZE + " bits of a stage for each of " + entries
                            + " entries of a packet (switch.mostEntries), and a stage has " + assembly.stageMemoryBits()
                            + ", so that " + (room == 0 ? "not one fits." : "up to " + room + " fit."));
        }
    }

    /** Of each entry, whether it is in the packet, how long it is, and what it is. */
    private void parse(Stage stage, PacketFields read, List<Bank> banks) {
        for (Bank bank : banks) {
            int end = packets.headerBytes() + (bank.entry + 1) * packets.entryBytes();
            stage.when(read.payloadBytes.below(end)).set(bank.missing, 1);
            stage.when(read.conditions(packets.whole(), bank.entry)).set(bank.whole, 1);
            stage.when(read.conditions(small(), bank.entry)).set(bank.dated, 1);
            for (List<Match> matches : packets.asks()) {
                stage.when(read.conditions(matches, bank.entry)).set(bank.asks, 1);
            }
            parse(stage, read, bank, packets.claims(), List.of(), Bank.CLAIM);
            parse(stage, read, bank, packets.claims(), small(), Bank.CLAIM_AND_TELL);
            parse(stage, read, bank, packets.tells(), small(), Bank.TELL);
        }
    }

    private static void parse(
            Stage stage, PacketFields read, Bank bank, List<List<Match>> cases, List<Match> also, int act) {
        for (List<Match> matches : cases) {
            List<Match> all = new ArrayList<>(matches);
            all.addAll(also);
            stage.when(read.conditions(all, bank.entry)).set(bank.acts, act);
        }
    }

    /** What makes a version one that can be compared: its upper half, if there is one, is zero. */
    private List<Match> small() {
        return isOfVersions() && packets.compared().size() > 1
                ? List.of(packets.compared().get(0).is(0))
                : List.of();
    }

    /** An entry is there if those before it are as long as they should be. The first one to act on has its turn. */
    private void walk(Stage stage, Fields f, List<Bank> banks) {
        for (int entry = entries - 1; entry >= 0; entry--) {
            Bank bank = banks.get(entry);
            stage.when(there(banks, bank, bank.asks.is(1))).set(bank.asked, 1).set(f.asks(), 1);
            stage.when(there(banks, bank, bank.acts.isNot(0), f.next().below(entry + 1)))
                    .set(bank.acting, 1)
                    .set(f.turn(), entry + 1);
        }
    }

    private static Condition[] there(List<Bank> banks, Bank bank, Condition... is) {
        List<Condition> all = new ArrayList<>(List.of(is));
        all.add(bank.missing.is(0));
        banks.subList(0, bank.entry).forEach(before -> all.add(before.whole.is(1)));
        return all.toArray(Condition[]::new);
    }

    /** Each bank gets its entry to judge; or, when that is done or there is none, all of them the one to act on. */
    private void choose(Stage stage, Fields f, List<Bank> banks) {
        stage.when(f.judged().is(0), f.asks().is(1), f.turn().isNot(0)).set(f.more(), 1);
        for (Bank bank : banks) {
            bank.take(stage.when(f.judged().is(0), bank.asked.is(1)), bank.entry)
                    .set(bank.judged, 1);
            for (Condition free : List.of(f.judged().is(1), f.asks().is(0))) {
                Condition turn = f.turn().is(bank.entry + 1);
                Stage.Action act =
                        stage.when(turn, free).set(f.act(), bank.acts).set(f.next(), f.turn());
                banks.forEach(each -> each.take(act, bank.entry));
                for (Bank behind : banks.subList(bank.entry + 1, entries)) {
                    stage.when(turn, free, behind.acting.is(1)).set(f.more(), 1);
                }
            }
        }
    }

    private void decide(Stage stage, PacketFields read, Fields f, List<Bank> banks) {
        stage.when(f.judged().is(0), f.asks().is(1)).count("early-abort.judged");
        stage.when(f.act().is(Bank.TELL)).count("early-abort.told");
        stage.when(f.act().is(Bank.CLAIM)).count("early-abort.claimed");
        stage.when(f.act().is(Bank.CLAIM_AND_TELL)).count("early-abort.claimed");
        Bank first = banks.get(0);
        for (int act : Bank.PUTS) {
            stage.when(f.act().is(act), first.same.is(0), first.found.get(0).isNot(0))
                    .count("early-abort.evictions");
        }
        for (Bank bank : banks) {
            stage.when(bank.judged.is(1), bank.same.is(1)).count("early-abort.known");
            if (!isOfVersions()) {
                bank.correct(stage.when(bank.differs.is(1)));
            }
        }
        stage.when(f.more().is(1)).set(f.judged(), 1).then(Fate.RECIRCULATE);
        Stage.Action back = stage.when(f.stale().is(1));
        packets.refusal().forEach(match -> back.set(read.at(match.place(), 0), match.value()));
        back.count("early-abort.aborts").then(Fate.TURN_ROUND);
    }
}

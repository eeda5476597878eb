// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.abort;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PacketDescription.Comparison;
import org.breadboard.api.pipeline.PacketDescription.Place;
import org.breadboard.api.pipeline.Stage;

/**
 * What the switch remembers of records, once for each entry of a packet: all banks hold the same, so that a pass can
 * look up as many entries as there are banks. Each is direct-mapped: of a record there is its key, in words of 32 bits
 * of which the first is one more than it is, so that zero is nothing; how often its claim has sent somebody back; and
 * what is compared. What is told or claimed takes the place of another record's at once, since each register is
 * accessed once for it: the old key comes out as the new one goes in. A lower version never takes the place of a higher
 * one.
 *
 * <p>A claim sends back at most so many each time; while the banks see different packets, they count apart.
 */
final class Bank {
    // What a pass does with an entry.
    static final int TELL = 1;
    static final int CLAIM = 2;
    static final int CLAIM_AND_TELL = 3;
    /** Those that put the record in. */
    static final int[] PUTS = {TELL, CLAIM, CLAIM_AND_TELL};

    /** Of the count of a claim: there is none. */
    static final int FREE = 255;
    /** Packets have no claims, so that none are kept. */
    static final int NO_CLAIMS = -1;

    final int entry;
    /** Whether the packet ends before the entry does, and whether it is as long as is said. */
    final Field missing;

    final Field whole;
    /** Whether its version can be compared. */
    final Field dated;
    /** What it is: whether it asks, and what else it does. */
    final Field asks;

    final Field acts;
    /** Whether it is there and asks, and whether it is there to act on. */
    final Field asked;

    final Field acting;
    /** Whether this pass judges it. */
    final Field judged;
    /** What was in the record's place before this pass: its own key, another one, or nothing. */
    final List<Field> found = new ArrayList<>();
    /** Whether it is the record's own. */
    final Field same;
    /** Whether what is kept differs from what is asked for. */
    final Field differs;

    private final Assembly assembly;
    private final PacketFields read;
    private final Field act;
    private final List<Place> key;
    private final List<Place> kept;
    private final boolean versions;
    private final Field cell;
    private final Field held;
    private final List<Field> keys = new ArrayList<>();
    private final List<Field> own = new ArrayList<>();
    private final List<Field> known = new ArrayList<>();

    /** @param act what a pass does, one of the above or nothing */
    Bank(Assembly assembly, PacketFields read, Field act, int entry, PacketDescription packets, List<Place> kept) {
        this.assembly = assembly;
        this.read = read;
        this.act = act;
        this.entry = entry;
        this.kept = kept;
        key = packets.key();
        versions = packets.comparison() == Comparison.VERSION;
        missing = field("missing", 8);
        whole = field("whole", 8);
        dated = field("dated", 8);
        asks = field("asks", 8);
        acts = field("acts", 8);
        asked = field("asked", 8);
        acting = field("acting", 8);
        judged = field("judged", 8);
        same = field("same", 8);
        differs = field("differs", 8);
        cell = field("cell", 32);
        held = field("held", 8);
        for (int word = 0; word < key.size(); word++) {
            keys.add(field("key" + word, 32));
            found.add(field("found" + word, 32));
        }
        for (int word = 0; word < kept.size(); word++) {
            own.add(field("own" + word, 32));
            known.add(field("known" + word, 32));
        }
    }

    private Field field(String name, int bits) {
        return assembly.metadata(name + "." + entry, bits);
    }

    /** Takes an entry of the packet, its own or another one's. */
    Stage.Action take(Stage.Action action, int of) {
        action.hash(cell, read.at(key.get(0), of));
        for (int word = 0; word < key.size(); word++) {
            action.set(keys.get(word), read.at(key.get(word), of));
        }
        for (int word = 0; word < kept.size(); word++) {
            action.set(own.get(word), read.at(kept.get(word), of));
        }
        return action;
    }

    /** Makes the key a name that is not nothing. */
    void name(Stage stage) {
        stage.when().add(keys.get(0), 1);
    }

    /** Looks the record up or puts it in, from a stage on. */
    void look(int first, int cells, int claimAborts, boolean shared) {
        List<Condition> all = new ArrayList<>();
        for (int word = 0; word < key.size(); word++) {
            Stage.Access access = access("keys" + word, first + word, cells, 32);
            for (int put : PUTS) {
                access.when(act.is(put)).old(found.get(word)).set(keys.get(word));
            }
            access.when(judged.is(1)).old(found.get(word));
            all.add(found.get(word).is(keys.get(word)));
        }
        int stage = first + key.size();
        assembly.stage(stage).when(all.toArray(Condition[]::new)).set(same, 1);
        if (shared) {
            assembly.stage(stage).when(judged.is(1)).set(same, 1);
        }
        if (claimAborts != NO_CLAIMS) {
            stage++;
            claim(access("claims", stage, cells, 8), claimAborts);
        }
        for (int word = 0; word < kept.size(); word++) {
            keep(access("known" + word, stage + 1 + word, cells, 32), word);
        }
    }

    private Stage.Access access(String name, int stage, int cells, int bits) {
        return assembly.stage(stage).access(assembly.register(name + "." + entry, stage, cells, bits), cell);
    }

    private void claim(Stage.Access access, int claimAborts) {
        access.when(judged.is(1), same.is(1)).ifBelow(claimAborts, held).add(1);
        access.when(act.is(CLAIM)).set(0);
        access.when(act.is(CLAIM_AND_TELL)).set(0);
        access.when(act.is(TELL)).set(FREE);
    }

    private void keep(Stage.Access access, int word) {
        access.when(judged.is(1), same.is(1)).old(known.get(word));
        for (int tell : new int[] {TELL, CLAIM_AND_TELL}) {
            if (versions) {
                access.when(act.is(tell), same.is(1))
                        .ifBelow(own.get(word), null)
                        .set(own.get(word));
            }
            access.when(act.is(tell)).set(own.get(word));
        }
        access.when(act.is(CLAIM), same.is(0)).set(0);
    }

    /** Whether what is known makes the entry come in vain. */
    void compare(Stage stage, Field stale, boolean claims) {
        for (int word = 0; word < kept.size(); word++) {
            Condition other = versions
                    ? own.get(word).below(known.get(word))
                    : own.get(word).isNot(known.get(word));
            stage.when(judged.is(1), same.is(1), dated.is(1), other)
                    .set(stale, 1)
                    .set(differs, 1);
        }
        if (claims) {
            stage.when(held.is(1)).set(stale, 1);
        }
    }

    /** Puts what is known into the entry. */
    void correct(Stage.Action action) {
        for (int word = 0; word < kept.size(); word++) {
            action.set(read.at(kept.get(word), entry), known.get(word));
        }
    }
}

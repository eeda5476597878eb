package org.breadboard.hw.p4switch.abort;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.PacketDescription.Place;
import org.breadboard.api.pipeline.Stage;

/**
 * What the switch remembers of records, once for each entry of a packet: all banks hold the same, so that a pass can
 * look up as many entries as there are banks. Each is direct-mapped: of a record there is its key, in words of 32 bits
 * of which the first is one more than it is, so that zero is nothing; and what is compared. What is told takes the
 * place of another record's at once, since each register is accessed once for it: the old key comes out as the new one
 * goes in. A lower version never takes the place of a higher one.
 */
final class Bank {
    final int entry;
    /** Whether the packet ends before the entry does, it is as long as is said, and what it is. */
    final Field missing;

    final Field whole;
    final Field asks;
    final Field tells;
    /** Whether it is there, too. */
    final Field asked;

    final Field told;
    /** Whether this pass judges it. */
    final Field judged;
    /** What was in the record's place, if this pass learns: another record, or nothing. */
    final List<Field> found = new ArrayList<>();
    /** Whether it is the record's own. */
    final Field same;
    /** Whether what is kept differs from what is asked for. */
    final Field differs;

    private final Assembly assembly;
    private final PacketFields read;
    private final List<Place> key;
    private final List<Place> kept;
    private final boolean versions;
    private final Field cell;
    private final List<Field> keys = new ArrayList<>();
    private final List<Field> own = new ArrayList<>();
    private final List<Field> known = new ArrayList<>();

    Bank(Assembly assembly, PacketFields read, int entry, List<Place> key, List<Place> kept, boolean versions) {
        this.assembly = assembly;
        this.read = read;
        this.entry = entry;
        this.key = key;
        this.kept = kept;
        this.versions = versions;
        missing = field("missing", 8);
        whole = field("whole", 8);
        asks = field("asks", 8);
        tells = field("tells", 8);
        asked = field("asked", 8);
        told = field("told", 8);
        judged = field("judged", 8);
        same = field("same", 8);
        differs = field("differs", 8);
        cell = field("cell", 32);
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
    void name(Stage stage, Field learns, boolean oneAhead) {
        stage.when().add(keys.get(0), 1);
        if (oneAhead) {
            stage.when(learns.is(1)).add(own.get(0), 1);
        }
    }

    /** Looks the record up or puts it in, from a stage on. */
    void look(int first, int cells, Field learns, boolean shared) {
        List<Condition> all = new ArrayList<>();
        for (int word = 0; word < key.size(); word++) {
            int stage = first + word;
            Stage.Access access = assembly.stage(stage)
                    .access(assembly.register("keys" + word + "." + entry, stage, cells, 32), cell);
            access.when(learns.is(1)).old(found.get(word)).set(keys.get(word));
            access.when(judged.is(1)).old(found.get(word));
            all.add(found.get(word).is(keys.get(word)));
        }
        int at = first + key.size();
        assembly.stage(at).when(all.toArray(Condition[]::new)).set(same, 1);
        if (shared) {
            assembly.stage(at).when(judged.is(1)).set(same, 1);
        }
        for (int word = 0; word < kept.size(); word++) {
            int stage = at + 1 + word;
            Stage.Access access = assembly.stage(stage)
                    .access(assembly.register("known" + word + "." + entry, stage, cells, 32), cell);
            access.when(judged.is(1), same.is(1)).old(known.get(word));
            if (versions) {
                access.when(learns.is(1), same.is(1))
                        .ifBelow(own.get(word), null)
                        .set(own.get(word));
            }
            access.when(learns.is(1)).set(own.get(word));
        }
    }

    /** Whether what is known makes the entry stale. */
    void compare(Stage stage, Field stale) {
        for (int word = 0; word < kept.size(); word++) {
            Condition other = versions
                    ? own.get(word).below(known.get(word))
                    : own.get(word).isNot(known.get(word));
            stage.when(judged.is(1), same.is(1), other).set(stale, 1).set(differs, 1);
        }
    }

    /** Puts what is known into the entry. */
    void correct(Stage.Action action) {
        for (int word = 0; word < kept.size(); word++) {
            action.set(read.at(kept.get(word), entry), known.get(word));
        }
    }
}

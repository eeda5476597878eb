// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.ValueHash;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;

/**
 * Compares the final state with itself (replicas) and with the history (lost writes).
 *
 * <p>Keys of the history are compared one by one. All others are summed up, in an order-free digest per replica: no
 * transaction changed them, so their replicas should be as equal as they began, and where a primary is shown by what is
 * not as it was at first, there should be nothing of theirs. At most 64 replicas per partition.
 *
 * <p>A key whose latest write may be that of a transaction of unknown outcome is left out: whoever lost track of the
 * transaction may have left the write on some replicas and not on others, and what becomes of it is for a recovery to
 * decide.
 */
final class FinalStateCheck implements FinalState.Visitor {
    private static final int MAX_REPLICAS = Long.SIZE;

    private final KeyTable keys;
    private final CheckOptions options;
    private final Map<Integer, List<Replica>> partitions = new TreeMap<>();
    /** For each key: which replicas of its partition show it, as bits. */
    private final long[] shownBy;
    /** For each key: the replica, counted as above, whose row is kept; the primary where there is one. */
    private final int[] shownAt;

    private final int[] partition;
    private final long[] version;
    private final long[] hash;
    /** For each key: whether the version may be a later one. */
    private final boolean[] orLater;
    /** For each key: 1 + the node of a replica that differs from the one before it. */
    private final int[] differs;

    private Replica replica;
    private boolean twice;
    private long unjudged;

    private static final class Replica {
        final int node;
        final int partition;
        final int place;
        final boolean primary;
        long digest;
        /** The same without versions, which keys may share. */
        long values;

        boolean againstFirst;
        /** Of a primary: the keys of the history that it shows. */
        int[] shown = new int[16];

        int count;

        Replica(int node, int partition, int place, boolean primary) {
            this.node = node;
            this.partition = partition;
            this.place = place;
            this.primary = primary;
        }

        void show(int key) {
            if (count == shown.length) {
                shown = Arrays.copyOf(shown, 2 * count);
            }
            shown[count++] = key;
        }
    }

    FinalStateCheck(KeyTable keys, CheckOptions options) {
        this.keys = keys;
        this.options = options;
        int n = keys.size();
        shownBy = new long[n];
        shownAt = new int[n];
        partition = new int[n];
        version = new long[n];
        hash = new long[n];
        orLater = new boolean[n];
        differs = new int[n];
        Arrays.fill(partition, -1);
    }

    @Override
    public void keys(FinalState.Key visitor) {
        for (int id = 0; id < keys.size(); id++) {
            visitor.key(keys.table(id), keys.key[id]);
        }
    }

    @Override
    public void replica(int node, int ofPartition, boolean primary) {
        List<Replica> replicas = partitions.computeIfAbsent(ofPartition, p -> new ArrayList<>());
        if (replicas.size() == MAX_REPLICAS) {
            throw new IllegalArgumentException(
                    "Partition " + ofPartition + " has more than " + MAX_REPLICAS + " replicas.");
        }
        replica = new Replica(node, ofPartition, replicas.size(), primary);
        replicas.add(replica);
    }

    @Override
    public void row(int table, long key, long rowVersion, long rowHash) {
        if (replica == null) {
            throw new IllegalStateException("A final state showed a row before it named a replica.");
        }
        int id = keys.find(table, key);
        if (id < 0) {
            replica.digest += digest(table, key, rowVersion, rowHash);
            replica.values += value(table, key, rowHash);
            return;
        }
        twice |= (shownBy[id] >>> replica.place & 1) != 0 || partition[id] >= 0 && partition[id] != replica.partition;
        if (shownBy[id] != 0
                && (hash[id] != rowHash || options.replicaVersions(keys.table(id)) && version[id] != rowVersion)) {
            differs[id] = 1 + replica.node;
        }
        if (shownBy[id] == 0 || replica.primary) {
            shownAt[id] = replica.place;
            orLater[id] = false;
            version[id] = rowVersion;
            hash[id] = rowHash;
        }
        if (replica.primary) {
            replica.show(id);
        }
        shownBy[id] |= 1L << replica.place;
        partition[id] = replica.partition;
    }

    @Override
    public void rowOrLater(int table, long key, long rowVersion, long rowHash) {
        row(table, key, rowVersion, rowHash);
        int id = keys.find(table, key);
        if (id >= 0) {
            orLater[id] = true;
        }
    }

    @Override
    public void likePrimary(int node, int ofPartition) {
        Replica primary = null;
        for (Replica shown : partitions.getOrDefault(ofPartition, List.of())) {
            primary = shown.primary ? shown : primary;
        }
        if (primary == null) {
            throw new IllegalStateException("A final state showed a copy of partition " + ofPartition
                    + " as like its primary before it showed the primary.");
        }
        replica(node, ofPartition, false);
        replica.digest = primary.digest;
        for (int i = 0; i < primary.count; i++) {
            int id = primary.shown[i];
            shownBy[id] |= (shownBy[id] >>> primary.place & 1) << replica.place;
        }
    }

    @Override
    public void without(int table, long key, long rowVersion, long rowHash) {
        int id = keys.find(table, key);
        if (id < 0) {
            replica.digest -= digest(table, key, rowVersion, rowHash);
            replica.values -= value(table, key, rowHash);
        } else {
            shownBy[id] &= ~(1L << replica.place);
        }
    }

    @Override
    public void againstFirst() {
        replica.againstFirst = true;
    }

    private static long value(int table, long key, long rowHash) {
        return ValueHash.finish(ValueHash.take(ValueHash.take(ValueHash.start(table), key), rowHash));
    }

    private long digest(int table, long key, long rowVersion, long rowHash) {
        long state = ValueHash.take(ValueHash.take(ValueHash.start(table), key), rowHash);
        return ValueHash.finish(options.replicaVersions(table) ? ValueHash.take(state, rowVersion) : state);
    }

    /** Whether the final state may be what this install left. */
    boolean mayShow(int key, long installVersion, long installHash, boolean absent) {
        boolean shown = shownBy[key] != 0;
        return shown != absent && (!shown || (hash[key] == installHash && version(key) >= installVersion));
    }

    /** The version that the final state shows, or may have; of an absent key, the greatest. */
    long version(int key) {
        return shownBy[key] == 0 || orLater[key] ? Long.MAX_VALUE : version[key];
    }

    /** Reports what differs; true if all replicas are equal. */
    boolean judge(CheckRound round) {
        boolean equal = true;
        for (int key = 0; key < keys.size(); key++) {
            int last = round.index.installAtOrBelow(key, Long.MAX_VALUE);
            if (!keys.isDoubtful(key, last < 0 ? keys.baseVersion[key] : round.columns.version[last])) {
                equal &= judgeReplicas(round, key);
                judgeLastWrite(round, key, last);
            } else if (copiesDiffer(key)) {
                unjudged++;
            }
        }
        for (Map.Entry<Integer, List<Replica>> entry : partitions.entrySet()) {
            for (Replica other : entry.getValue()) {
                if (other.againstFirst && other.values != 0) {
                    round.findings.add(
                            AnomalyKind.G1B,
                            () -> "The primary of partition " + entry.getKey() + " on node " + other.node
                                    + " has records in the end that are not as they were at first, although no recorded"
                                    + " transaction touched them.");
                }
                Replica one = entry.getValue().get(0);
                if (other.digest != one.digest) {
                    equal = false;
                    round.findings.add(
                            AnomalyKind.REPLICAS_DIFFER,
                            () -> "The replicas of partition " + entry.getKey() + " on nodes " + one.node + " and "
                                    + other.node + " differ in a key that no recorded transaction touched.");
                }
            }
        }
        if (twice) {
            round.findings.add(
                    AnomalyKind.DUPLICATE,
                    () -> "The final state shows a key twice in one replica, or in two partitions.");
        }
        return equal;
    }

    /** How many keys had copies that differ and were not judged, since a write of unknown outcome may be why. */
    long unjudged() {
        return unjudged;
    }

    private boolean copiesDiffer(int key) {
        return shownBy[key] != 0
                && (differs[key] != 0
                        || Long.bitCount(shownBy[key])
                                != partitions.get(partition[key]).size());
    }

    private boolean judgeReplicas(CheckRound round, int key) {
        if (shownBy[key] == 0) {
            return true;
        }
        List<Replica> replicas = partitions.get(partition[key]);
        if (Long.bitCount(shownBy[key]) != replicas.size()) {
            Replica missing = replicas.get(Long.numberOfTrailingZeros(~shownBy[key]));
            Replica showing = replicas.get(Long.numberOfTrailingZeros(shownBy[key]));
            round.findings.add(
                    AnomalyKind.REPLICAS_DIFFER,
                    () -> round.narrator.keyName(key) + " is present on node " + showing.node + " and absent on node "
                            + missing.node + ".");
            return false;
        }
        if (differs[key] != 0) {
            round.findings.add(
                    AnomalyKind.REPLICAS_DIFFER,
                    () -> round.narrator.keyName(key) + " has "
                            + (options.replicaVersions(keys.table(key)) ? "another value or version" : "another value")
                            + " on node "
                            + (differs[key] - 1) + " than on another replica.");
            return false;
        }
        return true;
    }

    private void judgeLastWrite(CheckRound round, int key, int last) {
        Columns columns = round.columns;
        boolean shown = shownBy[key] != 0;
        boolean knownBase = keys.known(key);
        if (last < 0 && !knownBase) {
            return;
        }
        boolean lastAbsent = last >= 0 ? columns.absent(last) : keys.gone(key);
        long lastHash = last >= 0 ? columns.hash[last] : keys.baseHash[key];
        long lastVersion = last >= 0 ? columns.version[last] : keys.baseVersion[key];
        boolean same = shown != lastAbsent && (!shown || hash[key] == lastHash);
        boolean older = shown && isPrimary(key) && version(key) < lastVersion;
        boolean newer = shown && isPrimary(key) && isNewer(key, lastVersion, lastAbsent);
        if ((same && !older && !newer) || mayBeUnknown(round, key, lastVersion)) {
            return;
        }
        String who = round.narrator.keyName(key);
        String shows =
                shown ? "version " + version[key] + (orLater[key] ? " or later of " : " of ") + who : "no " + who;
        String expected = last >= 0
                ? "although " + round.narrator.name(columns.transaction[last])
                        + (lastAbsent ? " deleted it at version " : " installed version ") + lastVersion
                : "although the last known state of it is version " + lastVersion;
        int source = same ? -1 : installShowing(round, key, shown);
        boolean aborted = source >= 0 && columns.status[columns.transaction[source]] == Columns.ABORTED;
        boolean lost =
                !aborted && (last >= 0 || keys.forgotten(key)) && (!shown || older || source >= 0 || showsBaseline(key))
                        || same && newer;
        AnomalyKind kind = aborted ? AnomalyKind.G1A : lost ? AnomalyKind.LOST_WRITE : AnomalyKind.G1B;
        String whose = aborted
                ? ", the write of " + round.narrator.name(columns.transaction[source]) + ", which aborted"
                : kind == AnomalyKind.G1B ? ", with a value that nobody installed" : "";
        long[] involved = last >= 0 ? new long[] {columns.id[columns.transaction[last]]} : new long[0];
        round.findings.add(kind, () -> "The final state shows " + shows + whose + ", " + expected + ".", involved);
    }

    /** Whether a transaction of unknown outcome, of which nothing else is known, may have left what is shown. */
    private boolean mayBeUnknown(CheckRound round, int key, long above) {
        Columns columns = round.columns;
        boolean may = false;
        for (int at = round.index.start[key]; at < round.index.start[key + 1]; at++) {
            int op = round.index.order[at];
            boolean possible = columns.status[columns.transaction[op]] == Columns.POSSIBLE && columns.isInstall(op);
            may |= possible
                    && columns.version[op] > above
                    && mayShow(key, columns.version[op], columns.hash[op], columns.absent(op));
        }
        return may;
    }

    /** Whether a key is shown at a version that no known write has left, where each write adds exactly one. */
    private boolean isNewer(int key, long lastVersion, boolean lastAbsent) {
        return options.isExact(keys.table(key), lastAbsent)
                && !orLater[key]
                && lastVersion != Long.MIN_VALUE
                && version[key] > lastVersion;
    }

    private boolean isPrimary(int key) {
        return partitions.get(partition[key]).get(shownAt[key]).primary;
    }

    private boolean showsBaseline(int key) {
        return keys.known(key) && keys.baseIs(key, hash[key], shownBy[key] == 0);
    }

    /** An install with the value that the final state shows: a committed one rather than an aborted one; or -1. */
    private int installShowing(CheckRound round, int key, boolean shown) {
        Columns columns = round.columns;
        int found = -1;
        for (int at = round.index.start[key]; at < round.index.start[key + 1]; at++) {
            int op = round.index.order[at];
            if (columns.isInstall(op) && columns.absent(op) != shown && (!shown || columns.hash[op] == hash[key])) {
                boolean committed = columns.status[columns.transaction[op]] == Columns.COMMITTED;
                found = found < 0 || committed ? op : found;
            }
        }
        return found;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * The records that the primaries of a quiet cluster hold, in a form that is no protocol's: keys and values, table by
 * table. One thread.
 */
public final class NeutralRecords {
    private final Records[] tables;
    private long greatestVersion;

    private NeutralRecords(List<TableSpec> specs) {
        tables = specs.stream().map(Records::new).toArray(Records[]::new);
    }

    /** The records of a cluster that stands still, with nothing under way. */
    public static NeutralRecords of(Cluster cluster) {
        List<TableSpec> specs = cluster.workload().tables();
        NeutralRecords taken = new NeutralRecords(specs);
        visit(cluster, new ProtocolNode.RecordVisitor() {
            @Override
            public void record(int table, long key, long version, byte[] value, int lengthBytes) {
                PluginWatch.beat();
                taken.tables[table].add(key, value, lengthBytes);
                taken.greatestVersion = Math.max(taken.greatestVersion, version);
            }

            @Override
            public void parts(int table, long key, long[] versions, byte[] value, int lengthBytes) {
                long greatest = 0;
                for (int part = 0; part < specs.get(table).parts(); part++) {
                    greatest = Math.max(greatest, versions[part]);
                }
                record(table, key, greatest, value, lengthBytes);
            }
        });
        return taken;
    }

    private static void visit(Cluster cluster, ProtocolNode.RecordVisitor visitor) {
        for (int partition = 0; partition < cluster.placement().partitions(); partition++) {
            int primary = cluster.placement().node(partition, 0);
            cluster.nodes().get(primary).records(partition, visitor);
        }
    }

    /** The greatest version that a record has, in its protocol's numbering. */
    public long greatestVersion() {
        return greatestVersion;
    }

    /** How many records there are. */
    public long count() {
        return Arrays.stream(tables).mapToLong(table -> table.count).sum();
    }

    /**
     * A table with these records as what it begins with.
     *
     * @param beginning what it began with when the run did, which also names keys that may come
     */
    Population population(int table, Population beginning) {
        return tables[table].population(beginning);
    }

    /**
     * What is not as it is here in a cluster that began with these records and did nothing yet; null, or one sentence
     * about the first thing that is not.
     */
    public String difference(Cluster other) {
        BitSet[] seen = new BitSet[tables.length];
        Arrays.setAll(seen, table -> new BitSet());
        String[] first = {null};
        visit(other, new ProtocolNode.RecordVisitor() {
            @Override
            public void record(int table, long key, long version, byte[] value, int lengthBytes) {
                PluginWatch.beat();
                Records records = tables[table];
                int at = records.find(key);
                if (at >= 0 && !seen[table].get(at) && records.holds(at, value, lengthBytes)) {
                    seen[table].set(at);
                } else if (first[0] == null) {
                    first[0] = "record " + key + " of table " + records.spec.name() + " is there "
                            + (at < 0 ? "and was not before" : seen[table].get(at) ? "twice" : "with another value");
                }
            }

            @Override
            public void parts(int table, long key, long[] versions, byte[] value, int lengthBytes) {
                record(table, key, 0, value, lengthBytes);
            }
        });
        for (int table = 0; table < tables.length && first[0] == null; table++) {
            int missing = seen[table].nextClearBit(0);
            if (missing < tables[table].count) {
                first[0] =
                        "record " + tables[table].keys[missing] + " of table " + tables[table].spec.name() + " is lost";
            }
        }
        return first[0];
    }

    /** The records of one table: by a hash of the key, a number; by the number, key and value. */
    private static final class Records {
        private static final int BLOCK_RECORDS = 1 << 10;

        private final TableSpec spec;
        private final List<byte[]> blocks = new ArrayList<>();
        private long[] keys = new long[BLOCK_RECORDS];
        private int count;
        /** One more than the number of a record, or 0; a power of two of them, at most half of which are taken. */
        private int[] slots = new int[4 * BLOCK_RECORDS];

        Records(TableSpec spec) {
            this.spec = spec;
        }

        void add(long key, byte[] value, int lengthBytes) {
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
            }
            if (count % BLOCK_RECORDS == 0) {
                blocks.add(new byte[BLOCK_RECORDS * spec.valueBytes()]);
            }
            System.arraycopy(value, 0, blocks.get(count / BLOCK_RECORDS), offset(count), lengthBytes);
            keys[count++] = key;
            if (2 * count > slots.length) {
                slots = new int[2 * slots.length];
                for (int at = 0; at < count; at++) {
                    slots[slot(keys[at])] = at + 1;
                }
            } else {
                slots[slot(key)] = count;
            }
        }

        private int offset(int at) {
            return at % BLOCK_RECORDS * spec.valueBytes();
        }

        /** The slot of a key, or the one where it would be. */
        private int slot(long key) {
            long hash = key * 0x9e3779b97f4a7c15L;
            int slot = (int) (hash >>> 32) & slots.length - 1;
            while (slots[slot] != 0 && keys[slots[slot] - 1] != key) {
                slot = slot + 1 & slots.length - 1;
            }
            return slot;
        }

        /** The number of a record, or -1. */
        int find(long key) {
            return slots[slot(key)] - 1;
        }

        boolean holds(int at, byte[] value, int lengthBytes) {
            int offset = offset(at);
            return Arrays.equals(blocks.get(at / BLOCK_RECORDS), offset, offset + lengthBytes, value, 0, lengthBytes);
        }

        Population population(Population beginning) {
            BitSet candidates = new BitSet();
            for (long i = 0; i < beginning.candidates(); i++) {
                int at = find(beginning.key(i));
                if (at >= 0) {
                    candidates.set(at);
                }
            }
            long[] others = new long[count - candidates.cardinality()];
            int next = 0;
            for (int at = candidates.nextClearBit(0); at < count; at = candidates.nextClearBit(at + 1)) {
                others[next++] = keys[at];
            }
            return new Population() {
                @Override
                public long candidates() {
                    return beginning.candidates() + others.length;
                }

                @Override
                public long key(long index) {
                    return index < beginning.candidates()
                            ? beginning.key(index)
                            : others[(int) (index - beginning.candidates())];
                }

                @Override
                public boolean value(long key, byte[] value) {
                    int at = find(key);
                    if (at >= 0) {
                        System.arraycopy(blocks.get(at / BLOCK_RECORDS), offset(at), value, 0, spec.valueBytes());
                    }
                    return at >= 0;
                }
            };
        }
    }
}

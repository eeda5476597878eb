// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.workload;

/**
 * A table of a workload. Keys are 64-bit numbers.
 *
 * @param id index in {@link Workload#tables()}
 * @param name the name in results
 * @param valueBytes the size of a value, fixed for the table
 * @param capacity the most records that it ever holds, over all partitions
 * @param ordered whether transactions use ranges, minima or maxima of it
 * @param index the id of the kind of store by which the workload wants records to be found, or empty for the protocol's
 *     choice; protocols that place records in a way of their own may ignore it
 * @param partBytes 0 if a record is one item; otherwise the size of its parts, of which the last may be shorter. Blind
 *     writes address parts, and a protocol of {@link org.breadboard.api.protocol.ProtocolType.Grain#PART} has a version
 *     for each
 * @param spread whether a range may take in keys of several partitions, wherever its lowest key is: protocols then ask
 *     all of them, and those that cannot refuse the table. Other accesses are as in any ordered table
 */
public record TableSpec(
        int id,
        String name,
        int valueBytes,
        long capacity,
        boolean ordered,
        String index,
        int partBytes,
        boolean spread) {
    /**
     * A table.
     *
     * @throws IllegalArgumentException if parts do not fit the value, or the table is also ordered: ranges are of whole
     *     records; or if it is spread and not ordered
     */
    public TableSpec {
        if (spread && !ordered) {
            throw new IllegalArgumentException("table " + name + " has no order, and so no ranges to be spread");
        }
        if (partBytes < 0 || partBytes > valueBytes || partBytes > 0 && ordered) {
            throw new IllegalArgumentException("table " + name + " cannot have parts of " + partBytes + " B"
                    + (ordered ? " and be ordered" : " of values of " + valueBytes + " B"));
        }
    }

    /** A table whose ranges, if it is ordered, each have the keys of one partition. */
    public TableSpec(int id, String name, int valueBytes, long capacity, boolean ordered, String index, int partBytes) {
        this(id, name, valueBytes, capacity, ordered, index, partBytes, false);
    }

    /** A table of whole records, found as the protocol chooses. */
    public TableSpec(int id, String name, int valueBytes, long capacity, boolean ordered) {
        this(id, name, valueBytes, capacity, ordered, "", 0);
    }

    /** The same table, in order, with ranges that may take in keys of several partitions. */
    public TableSpec withSpreadRanges() {
        return new TableSpec(id, name, valueBytes, capacity, true, index, partBytes, true);
    }

    /** How many parts a record has, at least 1. */
    public int parts() {
        return partBytes == 0 ? 1 : (valueBytes + partBytes - 1) / partBytes;
    }

    /**
     * Whether these bytes of a record are one or more whole parts. For a record without parts, any of its bytes are.
     */
    public boolean isWholeParts(int offset, int lengthBytes) {
        long end = (long) offset + lengthBytes;
        boolean within = offset >= 0 && lengthBytes > 0 && end <= valueBytes;
        return within && (partBytes == 0 || offset % partBytes == 0 && (end % partBytes == 0 || end == valueBytes));
    }
}

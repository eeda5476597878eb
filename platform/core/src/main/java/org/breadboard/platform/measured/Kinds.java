// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.measured;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.breadboard.api.observe.AbortReason;

/**
 * What was measured, by kind of transaction.
 *
 * @param types by type of transaction, in the workload's order; empty of a protocol that runs operations
 * @param phases by phase of the load in which it completed, in the mix's order; empty of a load that does not change
 * @param tenants by workload, where several run at once; else empty
 * @param protocols by protocol of a live cluster, in the order in which they ran; else empty
 */
public record Kinds(List<Kind> types, List<Kind> phases, List<Kind> tenants, List<Period> protocols) {
    /** Nothing measured. */
    public static final Kinds NONE = new Kinds(List.of(), List.of(), List.of(), List.of());

    /** Copies the lists. */
    public Kinds {
        types = List.copyOf(types);
        phases = List.copyOf(phases);
        tenants = List.copyOf(tenants);
        protocols = List.copyOf(protocols);
    }

    /** The same of a live cluster whose protocols ran one after another. */
    public Kinds with(List<Period> ran) {
        return new Kinds(types, phases, tenants, ran);
    }

    /**
     * Transactions that completed between two instants, in ns since the run began.
     *
     * @param kind has the name of what ran then
     */
    public record Period(Kind kind, long fromNs, long toNs) {
        /** How long it was. */
        public double seconds() {
            return (toNs - fromNs) / 1e9;
        }
    }

    /**
     * Transactions of one kind. Arrays are read only.
     *
     * @param latencyNs of those that committed; live, of two significant digits
     * @param aborted attempts that did not commit, by the ordinal of their reason
     */
    public record Kind(String name, Histogram latencyNs, long[] aborted) {
        /** What came after an earlier count of the same transactions. */
        public Kind since(Kind earlier) {
            Histogram later = latencyNs.copy();
            later.subtract(earlier.latencyNs);
            long[] more = aborted.clone();
            Arrays.setAll(more, reason -> aborted[reason] - earlier.aborted[reason]);
            return new Kind(name, later, more);
        }

        /** How many committed. */
        public long committed() {
            return latencyNs.getTotalCount();
        }

        /** How many attempts did not commit for a reason. */
        public long aborted(AbortReason reason) {
            return aborted[reason.ordinal()];
        }

        /** How many attempts did not commit for any reason. */
        public long allAborted() {
            return abortedByApplication() + abortedByConflict();
        }

        /** How many did not because the transaction's own logic gave up. */
        public long abortedByApplication() {
            return aborted(AbortReason.APPLICATION);
        }

        /** How many did not because of other transactions, or of something that was used up. */
        public long abortedByConflict() {
            long sum = 0;
            for (AbortReason reason : AbortReason.values()) {
                sum += reason == AbortReason.APPLICATION ? 0 : aborted(reason);
            }
            return sum;
        }
    }
}

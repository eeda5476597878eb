// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.ProtocolType.Durability;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.hades.sw.recovery.SwRecovery;
import org.breadboard.proto.hades.table.RecordFormat;
import org.breadboard.proto.hades.table.RunTables;

/**
 * SW-Impl: FaRM's protocol with messages in batches, writes and unlocks without serialisation, no stall for unlocks,
 * and no lock on what is only read (HADES III). The grain of conflicts is the record.
 *
 * <p><b>Why it is strictly serializable.</b> A transaction takes effect at the instant between the last lock that it
 * takes and the first version that it looks at again. At that instant what it writes is locked, with the version that
 * it read; what it only read is unchanged, for versions never return, not even when a record is deleted and made again,
 * and what is being written is locked. What it writes is seen by nobody before it is unlocked, after all its lines. It
 * is reported while it still holds its locks: whoever comes later waits for the new version.
 *
 * <p><b>Copies.</b> Backups get the new record, whole, while its lock at the primary is held, and before the primary's
 * is written; so copies are written one version after another. Backups of ordered tables are refused.
 *
 * <p><b>Crashes.</b> In a run whose machines may crash, commit records at all nodes with copies of what is written come
 * before any copy ({@link LogPhase}), and {@link SwRecovery} decides by them; otherwise nothing is logged.
 *
 * <p><b>Locks.</b> One-sided compare-and-swaps are not atomic with the CPU's own, unless NIC and cores share modelled
 * caches; where they are not, a thread takes the locks of its own node through its NIC, too.
 */
public final class SwType implements ProtocolType {
    private static final int MAX_VALUE_BYTES = 8_000;
    private static final int MOST_CONTEXTS = 256;

    /** The one kind. */
    public SwType() {}

    @Override
    public String id() {
        return "sw-impl";
    }

    @Override
    public String description() {
        return "SW-Impl: FaRM's protocol with one-sided verbs, optimised, HADES's baseline (HADES III)";
    }

    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.STRICT_SERIALIZABLE)
                .durable(Durability.BACKUPS)
                .versioned(Versions.COUNTED)
                .tolerating(Fault.LOSS, Fault.DUPLICATION, Fault.REORDERING, Fault.CRASH)
                .recovering()
                .withOrderedTables();
    }

    @Override
    public List<Setting<?>> settings() {
        return SwOptions.settings();
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        Set<Class<? extends Capability>> required = new LinkedHashSet<>();
        required.add(OneSidedVerbs.class);
        return required;
    }

    @Override
    public int maxContexts(Settings settings, int nodes, int threads) {
        return MOST_CONTEXTS;
    }

    @Override
    public int maxValueBytes() {
        return MAX_VALUE_BYTES;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        for (TableSpec spec : context.tables()) {
            if (spec.ordered() && context.placement().replicas() > 1) {
                throw new RefusedException("sw-impl keeps no backups of ordered tables, and table " + spec.name()
                        + " is ordered: set cluster.replication=1");
            }
        }
        SwOptions options = new SwOptions(context.settings());
        RunTables images = new RunTables(context, options.tables, RecordFormat::augmented);
        return scope -> new SwNode(scope, context, options, images);
    }
}

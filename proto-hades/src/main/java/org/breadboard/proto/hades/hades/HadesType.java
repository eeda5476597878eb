// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.proto.hades.hades.recovery.HadesRecovery;

/**
 * HADES (HADES V.A) and HADES-H (V.D).
 *
 * <p><b>Why they are strictly serializable.</b> A transaction takes effect when the last node has agreed to its commit.
 * From then on it holds locks against every access that conflicts with what it has read and written, on all nodes.
 * Until then, whoever committed a conflicting write has found it in the filters, and squashed it: a node tracks a read
 * before it executes it. What a committed transaction writes is seen when its locks go.
 *
 * <p><b>HADES-H's own node.</b> Software reads whole records and declares them whole. Who writes one of them from
 * another node holds the lines that it writes until the NIC has written them and moved the version, at one instant. So
 * when all nodes have agreed, such a writer is done, and Local Validation sees another version than was read, or it has
 * yet to lock, and cannot while this transaction's lock stands.
 *
 * <p><b>Records</b> are tracked, and so is whether they exist; the indexes that lead to them never change
 * ({@link org.breadboard.proto.hades.table}). Ordered tables are local to their coordinators and software's business
 * ({@link org.breadboard.kit.table.LocalTransaction}): their locks come before the hardware's, their validation after
 * all nodes have agreed, as HADES-H's Local Validation does.
 *
 * <p><b>Crashes.</b> In a run whose machines may crash, all holders of copies of what a transaction writes keep it
 * durably before they agree, and know that all have agreed before anybody sees it ({@link DurableCopies},
 * {@link HadesRecovery}), writes to ordered tables among them.
 */
public final class HadesType implements ProtocolType {
    private static final int MAX_VALUE_BYTES = 16_384;

    private final boolean hybrid;

    private HadesType(boolean hybrid) {
        this.hybrid = hybrid;
    }

    /** Both. */
    public static List<ProtocolType> all() {
        return List.of(new HadesType(false), new HadesType(true));
    }

    @Override
    public String id() {
        return hybrid ? "hades-h" : "hades";
    }

    @Override
    public String description() {
        return hybrid
                ? "HADES-H: conflicts on other nodes found by their NICs, those on the own node by software (HADES V.D)"
                : "HADES: conflicts found by Bloom filters in directory and NIC, at cache-line granularity (HADES V)";
    }

    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.STRICT_SERIALIZABLE)
                .versioned(Versions.COUNTED)
                .byPart()
                .durable(Durability.COPIES_WHERE_MACHINES_CRASH)
                .tolerating(Fault.LOSS, Fault.DUPLICATION, Fault.REORDERING, Fault.CRASH)
                .recovering()
                .withOrderedTables();
    }

    @Override
    public List<Setting<?>> settings() {
        return HadesOptions.settings();
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        Set<Class<? extends Capability>> required = new LinkedHashSet<>();
        required.add(ConflictTracking.class);
        required.add(CachedMemory.class);
        required.add(OneSidedVerbs.class);
        return required;
    }

    @Override
    public int maxContexts(Settings settings, int nodes, int threads) {
        return 64;
    }

    @Override
    public int maxValueBytes() {
        return MAX_VALUE_BYTES;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        HadesOptions options = HadesOptions.of(context.settings(), hybrid);
        if (context.placement().replicas() > 1 && context.tables().stream().anyMatch(table -> table.ordered())) {
            throw new RefusedException(id() + " keeps ordered tables on their coordinators' nodes only:"
                    + " set cluster.replication=1 for a workload that has such tables");
        }
        HadesRun run = new HadesRun(context, options);
        return scope -> new HadesNode(scope, run);
    }
}

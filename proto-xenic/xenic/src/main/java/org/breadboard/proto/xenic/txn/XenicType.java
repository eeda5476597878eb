// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.ProtocolType.Durability;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.table.TableImages;
import org.breadboard.proto.xenic.store.RobinHoodStoreType;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;

/**
 * Xenic: transactions that SmartNICs lock, read, execute, log and commit (Xenic 4).
 *
 * <p><b>Why it is serializable.</b> A transaction takes effect at the instant between the last lock that it takes and
 * the first version that it looks at again; what one NIC locked and read at one instant needs no second look, unless
 * ordered tables of the host have to do with it, too. Locks are on the primaries' NICs, from before the LOG until the
 * primary's log has the record. A record without a position in the index is unlocked, and the host's table has its
 * newest version, because what the host has not applied yet stays pinned. Local reads of one record may be a little
 * old, so the order need not be that of real time.
 *
 * <p>What it reads and writes of ordered tables is with its host; see {@code ShippedPart} for a transaction that
 * executes on a NIC. A range over the keys of all partitions is searched by the hosts that have them, which are asked
 * again to validate ({@link org.breadboard.kit.table.SpreadRanges}); a workload with such ranges stays on its hosts,
 * but for what NICs lock, read and log.
 *
 * <p><b>Durability.</b> A transaction is reported when the host memory of every backup has its log record.
 *
 * <p><b>Crashes.</b> See {@link org.breadboard.proto.xenic.txn.recovery.XenicRecovery}.
 */
public final class XenicType implements ProtocolType {
    private static final int MAX_VALUE_BYTES = 8_192;
    private static final int MOST_CONTEXTS = 256;
    private static final int MOST_NODES = 1_000;

    private final boolean onPath;

    private XenicType(boolean onPath) {
        this.onPath = onPath;
    }

    /** Xenic, and what it comes to on NICs that it was not made for. */
    public static List<ProtocolType> all() {
        return List.of(new XenicType(true), new XenicType(false));
    }

    @Override
    public String id() {
        return onPath ? "xenic" : "xenic-offpath";
    }

    @Override
    public String description() {
        return onPath
                ? "Xenic: locks, reads, execution, log and commit on on-path SmartNICs (Xenic 4)"
                : "Xenic on off-path SmartNICs, whose cores reach host memory by one-sided verbs (Xenic 4.3.4)";
    }

    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.SERIALIZABLE)
                .durable(Durability.BACKUPS)
                .versioned(Versions.WHILE_PRESENT)
                .tolerating(Fault.LOSS, Fault.DUPLICATION, Fault.REORDERING, Fault.CRASH)
                .recovering()
                .withSpreadRanges();
    }

    @Override
    public List<Setting<?>> settings() {
        return XenicOptions.settings();
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        Set<Class<? extends Capability>> required = new LinkedHashSet<>();
        required.add(onPath ? NicCompute.class : NicCores.class);
        if (!onPath) {
            required.add(OneSidedVerbs.class);
        }
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
        XenicOptions options = new XenicOptions(context.settings());
        if (context.nodes() > MOST_NODES) {
            throw new RefusedException("Xenic's references have room for " + MOST_NODES + " nodes, and the mix has "
                    + context.nodes() + ": set cluster.nodes lower");
        }
        for (TransactionLogic logic : context.transactions()) {
            if (options.host.shipping && logic.shippable() && logic.externalStateBytes() > options.shippedStateBytes) {
                throw new RefusedException("transaction " + logic.name()
                        + " is marked for shipping, but its external state of "
                        + logic.externalStateBytes() + " B exceeds the NIC's limit of " + options.shippedStateBytes
                        + " B: set protocol.shippedStateBytes higher, or protocol.shipping=false");
            }
        }
        RobinHoodStoreType tables = new RobinHoodStoreType();
        List<TableImages> images = new ArrayList<>();
        for (TableSpec spec : context.tables()) {
            images.add(TableImages.of(
                    context,
                    spec,
                    (records, valueBytes) ->
                            tables.create(records, valueBytes, context.settings(), context.firstNumber()),
                    "lower protocol.occupancyPercent or raise protocol.overflowPercent"));
        }
        return new XenicRun(context, options, onPath, images.toArray(TableImages[]::new));
    }
}

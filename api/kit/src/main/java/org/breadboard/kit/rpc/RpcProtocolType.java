// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A kind of protocol whose host threads call each other about records. A subclass gives a server and the transactions,
 * and says where a header has its version.
 *
 * <p>Its own are tables that are not ordered. Ordered ones are the kit's, where {@link #traits} says that it runs them
 * ({@link ProtocolTraits#withOrderedTables}, {@link ProtocolTraits#withSpreadRanges}) and its transactions go through
 * {@link RpcTransaction#ordered}.
 *
 * <p>It needs datagrams, whose order does not matter to it, since accesses under one header are called about one after
 * another; and what it asks for itself ({@link #ownRequirements}).
 */
@ConsumerType
public abstract class RpcProtocolType implements ProtocolType {
    private static final int RECEIVES = 2048;
    private static final int DATAGRAM_BYTES = 4096;

    /** For subclasses. */
    protected RpcProtocolType() {}

    // What a protocol gives.

    /** What it promises of committed transactions. */
    protected abstract Promise promise();

    /**
     * The id of the kind of store that its tables are kept in. Threads that hold different headers must be able to
     * write to it at one time.
     */
    protected abstract String store();

    /** Its settings beside {@link RpcCost}'s, {@code memoryNs} and {@code cachedNs}. */
    protected abstract List<Setting<?>> ownSettings();

    /**
     * What it needs of each node's hardware beside datagrams, such as a capability of another plug-in; by default
     * nothing. Transactions get it by {@link RpcThread#capability}, servers in {@link RecordServer#attached}.
     */
    protected Set<Class<? extends Capability>> ownRequirements() {
        return Set.of();
    }

    /** Who serves the calls of one thread. */
    protected abstract RecordServer server(Settings settings, TableCopies[] tables, MemoryCost cost);

    /**
     * Memory that the servers of a node share beside its tables, such as a counter or older versions; asked once for
     * each node. By default null.
     *
     * @param valueBytes the longest value of all tables
     */
    protected Region shared(NodeContext scope, Settings settings, int valueBytes) {
        return null;
    }

    /**
     * How many notices a thread may have on their way to each node at one time ({@link RpcThread#tellServer}): receives
     * are posted for them. By default 0: the protocol sends none.
     */
    protected int notices() {
        return 0;
    }

    /** Context number {@code context} of a thread. */
    protected abstract RpcTransaction transaction(RpcThread thread, TransactionSource source, int context);

    /** The version in a header that nobody holds. */
    protected abstract long version(long header);

    /**
     * An operation of its calls in words, for people who look at a run closely, for example {@code lock and read}.
     *
     * @param number in its own numbering
     */
    protected String operation(int number) {
        return "operation " + number + " on";
    }

    /** The status of an answer in words, for example {@code locked}. */
    protected String answer(int status) {
        return "status " + status;
    }

    // What it does with it.

    @Override
    public final List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(List.of(
                RpcCost.SWITCH_NS, RpcCost.MESSAGE_NS, RpcCost.ENTRY_NS, MemoryCost.MEMORY_NS, MemoryCost.CACHED_NS));
        settings.addAll(ownSettings());
        return List.copyOf(settings);
    }

    @Override
    public final Set<Class<? extends Capability>> requires() {
        Set<Class<? extends Capability>> all = new LinkedHashSet<>(Set.of(DatagramTransport.class));
        all.addAll(ownRequirements());
        return Collections.unmodifiableSet(all);
    }

    /** The plainest that it can be; a subclass that is more adds to what this answers. */
    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(promise()).tolerating(Fault.REORDERING);
    }

    /** As many as a receive queue of 2048 serves (FaSST 6.4). */
    @Override
    public final int maxContexts(Settings settings, int nodes, int threads) {
        return Math.max(0, (RECEIVES / nodes - notices() * (threads + 1)) / RpcThread.WINDOW);
    }

    /** What a call has room for in an InfiniBand packet of 4096 B. */
    @Override
    public final int maxValueBytes() {
        return DATAGRAM_BYTES - RecordCall.HEADER_BYTES;
    }

    @Override
    public final Protocol create(ProtocolContext context) {
        return new RpcProtocol(this, context);
    }
}

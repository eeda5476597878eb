package org.breadboard.proto.xenic.txn;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.store.LocalTable;
import org.breadboard.api.store.MemoryCost;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.index.IndexGeometry;
import org.breadboard.proto.xenic.store.RobinHoodStore;
import org.breadboard.proto.xenic.table.TableCopies;
import org.breadboard.proto.xenic.table.TableImages;

/** Xenic on one node (Xenic Fig. 6): tables and log in host memory, indexes on the NIC, its cores, the host's threads and workers. */
final class XenicNode implements ProtocolNode {
    private final XenicRun run;
    private final XenicOptions options;
    private final Placement placement;
    private final int number;
    private final int nodes;
    private final int mostWriteBytes;
    private final int contexts;
    private final LogRings log;
    private final TableCopies[] copies;
    private final XenicTable[] tables;
    private final LocalTable[] locals;
    private final XenicCore[] cores;
    private final HostThread[] threads;
    private final TypesSeen seen;
    private final Shipments shipments;
    private final List<String> remarks = new ArrayList<>();

    XenicNode(XenicRun run, NodeContext scope, ProtocolContext context, XenicOptions options, TableImages[] images) {
        this.run = run;
        this.options = options;
        placement = context.placement();
        seen = new TypesSeen(run.types());
        shipments = new Shipments(scope, options, images.length);
        number = scope.node();
        nodes = scope.nodes();
        NicCores nic = run.onPath() ? scope.capability(NicCompute.class) : scope.capability(NicCores.class);
        log = new LogRings(scope, options.workers(), options.logBytes() & -64, nic);
        mostWriteBytes = (int) Math.min(nic.maxMessageBytes(), log.mostBytes()) - 2 * Wire.HEADER_BYTES - 64;
        copies = new TableCopies[images.length];
        tables = new XenicTable[images.length];
        locals = new LocalTable[images.length];
        IndexGeometry[] geometries = geometries(nic, images);
        for (int table = 0; table < tables.length; table++) {
            copies[table] = new TableCopies(scope, placement, images[table]);
            if (copies[table].isOrdered()) {
                locals[table] = copies[table].local();
            } else {
                tables[table] = new XenicTable(table, copies[table], number, geometries[table], nic, log, options);
            }
        }
        if (!run.onPath()) {
            OneSidedVerbs verbs = scope.capability(OneSidedVerbs.class);
            verbs.register(log.host());
            for (XenicTable table : tables) {
                if (table != null) {
                    verbs.register(table.primary());
                }
            }
        }
        cores = new XenicCore[nic.cores()];
        contexts = context.contexts();
        int each = (context.threads() * contexts + cores.length - 1) / cores.length;
        for (int core = 0; core < cores.length; core++) {
            // A context's next transaction may begin while its last one commits.
            cores[core] = new XenicCore(this, scope, nic, core, 2 * each);
        }
        threads = new HostThread[context.threads()];
        for (int thread = 0; thread < threads.length; thread++) {
            threads[thread] = new HostThread(this, scope, nic, thread);
        }
        for (int worker = 0; worker < options.workers(); worker++) {
            new LogWorker(this, scope, nic, worker, threads.length + worker);
        }
    }

    /** An index for each table: as large as it should be, or as the memory allows, in the same proportions. */
    private IndexGeometry[] geometries(NicCores nic, TableImages[] images) {
        long free = nic.freeMemoryBytes();
        long budget = options.indexBytes() == 0 ? free : Math.min(free, options.indexBytes());
        IndexGeometry[] wanted = new IndexGeometry[images.length];
        double sum = 0;
        for (int table = 0; table < images.length; table++) {
            if (!images[table].spec().ordered()) {
                wanted[table] = fitting(images[table], Long.MAX_VALUE);
                sum += wanted[table].bytes();
            }
        }
        if (sum > budget) {
            remarks.add(String.format(
                    Locale.ROOT,
                    "The NICs have %,d B for the index, which would take %,.0f B: fewer records are cached, and more are fetched by DMA.",
                    budget,
                    sum));
            for (int table = 0; table < images.length; table++) {
                wanted[table] = wanted[table] == null
                        ? null
                        : fitting(images[table], (long) (budget * (wanted[table].bytes() / sum)));
            }
        }
        return wanted;
    }

    private IndexGeometry fitting(TableImages images, long bytes) {
        return IndexGeometry.fitting((RobinHoodStore) images.store(), options.positions(), options.pageShare(), bytes);
    }

    /** A core's way to the host's memory: by DMA on the path, by verbs off it. */
    HostMemory hostMemory(NodeContext scope, NicCores nic, Stage core, HostMemory.Callback callback) {
        return nic instanceof NicCompute engines
                ? new CoreDma(engines, core, options.asyncDma(), callback)
                : new CoreVerbs(scope.capability(OneSidedVerbs.class), core, callback);
    }

    @Override
    public void records(int copy, RecordVisitor visitor) {
        for (TableCopies table : copies) {
            table.records(copy, visitor, RobinHoodStore::version);
        }
    }

    /** Workers that cannot keep up have a log to apply when the last transaction has ended. */
    @Override
    public boolean isAtRest() {
        return log.isAllApplied();
    }

    @Override
    public List<String> remarks() {
        return remarks;
    }

    XenicRun run() {
        return run;
    }

    /** What this node has learned of types of transactions. */
    TypesSeen seen() {
        return seen;
    }

    /** What this host's threads tell each other of transactions on NICs. */
    Shipments shipments() {
        return shipments;
    }

    XenicOptions options() {
        return options;
    }

    Placement placement() {
        return placement;
    }

    int number() {
        return number;
    }

    int nodes() {
        return nodes;
    }

    int tables() {
        return tables.length;
    }

    /** A hash table, which all NICs reach. */
    XenicTable table(int table) {
        return tables[table];
    }

    /** The ordered tables, which only this host's coordinators use; null where one is not. */
    LocalTable[] locals() {
        return locals;
    }

    /** The log whose worker applies the writes of a key: one for all that share a header word. */
    int ring(int table, long key) {
        return locals[table] == null
                ? tables[table].ring(key)
                : (int) ((locals[table].store().headerAddress(key) / Long.BYTES + table) % log.rings());
    }

    /** What host threads pay for memory. */
    MemoryCost memoryCost() {
        return new MemoryCost(options.memoryNs(), options.cachedNs());
    }

    LogRings log() {
        return log;
    }

    XenicCore core(int core) {
        return cores[core];
    }

    int cores() {
        return cores.length;
    }

    /** Coordinator threads of the host. */
    int threads() {
        return threads.length;
    }

    /** The core that serves a context: those of a thread lie side by side, so that what they send and get shares packets (Xenic 4.3.2). */
    int coreOf(int thread, int context) {
        return coreOf(thread * contexts + context, threads.length * contexts, cores.length);
    }

    /** The core of one of so many contexts, spread over so many cores in blocks as even as may be. */
    static int coreOf(int context, int contexts, int cores) {
        return (int) ((long) context * cores / contexts);
    }

    /** The most bytes that a transaction may write, as encoded. */
    int mostWriteBytes() {
        return mostWriteBytes;
    }

    /** The client's transaction of a context. */
    Transaction home(int thread, int context) {
        return threads[thread].transaction(context);
    }
}

package com.example.tictoc;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.rpc.RpcProtocolType;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/**
 * TicToc (Yu et al., SIGMOD 2016, section 3) over RPCs, with primary-backup replication. A record has the timestamp of
 * its last write, and one up to which what was written is known to stand. A transaction locks what it writes, takes a
 * timestamp behind all that it overwrites and not before anything that it has read, and has what it read stand until
 * then.
 *
 * <p>It is serializable in the order of these timestamps, which need not be that of real time. A lock that is taken
 * refuses, so there are no deadlocks. A lost message leaves its locks for good, so that it tolerates none.
 */
final class TicToc extends RpcProtocolType {
    /** Rules that a run can leave out, to see that the checks find it. */
    enum Breakage {
        NONE,
        /** What was read need not stand at the timestamp. */
        SKIP_VALIDATION,
        /** A write may take the last instant at which what it overwrites was read: then it is as if neither came first. */
        WRITE_AT_LAST_READ
    }

    static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    private static final List<String> OPERATIONS =
            List.of("read", "lock", "validate", "unlock", "stamp and unlock", "write");

    private static final List<String> ANSWERS = List.of("done", "no such record", "locked", "changed");

    @Override
    public String id() {
        return "tic-toc";
    }

    @Override
    public String description() {
        return "optimistic over RPCs; timestamps follow from what is read and written";
    }

    @Override
    protected Promise promise() {
        return Promise.SERIALIZABLE;
    }

    @Override
    protected String store() {
        return "mica";
    }

    @Override
    protected List<Setting<?>> ownSettings() {
        return List.of(BREAKAGE);
    }

    @Override
    protected RecordServer server(Settings settings, TableCopies[] tables, MemoryCost cost) {
        return new StampServer(tables, cost);
    }

    @Override
    protected RpcTransaction transaction(RpcThread thread, TransactionSource source, int context) {
        return new TicTocTransaction(thread, source, context);
    }

    @Override
    protected long version(long header) {
        return Stamp.written(header);
    }

    @Override
    protected String operation(int number) {
        return OPERATIONS.get(number);
    }

    @Override
    protected String answer(int status) {
        return ANSWERS.get(status);
    }
}

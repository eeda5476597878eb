// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import java.util.List;
import java.util.function.Supplier;
import org.breadboard.api.runtime.Step;

/**
 * A protocol's source whose exceptions say what recovery was at, and of which transaction. A log that is not what its
 * protocol takes it for ends in an index that is out of bounds, which tells nobody anything. The agent's stage.
 */
final class NamedSource implements RecoverySource {
    private final RecoverySource source;
    private final int node;
    /** The last transaction of which a record was shown; null before the first. */
    private RecoveryId shown;

    /** That of a node. */
    NamedSource(RecoverySource source, int node) {
        this.source = source;
        this.node = node;
    }

    private static String name(RecoveryId id) {
        return "transaction " + id.low() + " of coordinator " + id.high() + " in configuration " + id.epoch();
    }

    private <T> T at(Supplier<String> what, Supplier<T> deed) {
        try {
            return deed.get();
        } catch (IndexOutOfBoundsException
                | NullPointerException
                | NegativeArraySizeException
                | ArithmeticException e) {
            String cause = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new IllegalStateException(
                    "recovery of node " + node + " cannot " + what.get() + ": a log or a table is not what its protocol"
                            + " takes it for, or the protocol has a mistake: " + cause,
                    e);
        }
    }

    private void at(Supplier<String> what, Runnable deed) {
        at(what, () -> {
            deed.run();
            return null;
        });
    }

    private static String record(int table, int partition, long unit) {
        return table + "[" + unit + "] of partition " + partition;
    }

    @Override
    public String affinity() {
        return source.affinity();
    }

    @Override
    public boolean release(Step step) {
        return at(() -> "release the locks of the configuration before", () -> source.release(step));
    }

    @Override
    public boolean scan(Step step, LogSink sink) {
        LogSink noted = new LogSink() {
            @Override
            public void transaction(long epoch, long idHigh, long idLow, int writes) {
                shown = new RecoveryId(epoch, idHigh, idLow);
                sink.transaction(epoch, idHigh, idLow, writes);
            }

            @Override
            public void over(long epoch, long idHigh, long idLow) {
                sink.over(epoch, idHigh, idLow);
            }

            @Override
            public void write(
                    int table, long key, long version, boolean deletes, byte[] bytes, int at, int lengthBytes) {
                sink.write(table, key, version, deletes, bytes, at, lengthBytes);
            }
        };
        return at(
                () -> "read its log " + (shown == null ? "from the beginning" : "at or behind " + name(shown)),
                () -> source.scan(step, noted));
    }

    @Override
    public boolean logsOneAfterAnother() {
        return source.logsOneAfterAnother();
    }

    @Override
    public long author(RecoveryId id) {
        return at(() -> "tell who asked for " + name(id), () -> source.author(id));
    }

    @Override
    public long lockUnit(int table, long key) {
        return at(() -> "find the lock of " + table + "[" + key + "]", () -> source.lockUnit(table, key));
    }

    @Override
    public void lock(Step step, int table, int partition, long lockUnit) {
        at(() -> "lock " + record(table, partition, lockUnit), () -> source.lock(step, table, partition, lockUnit));
    }

    @Override
    public void unlock(Step step, int table, int partition, long lockUnit) {
        at(() -> "unlock " + record(table, partition, lockUnit), () -> source.unlock(step, table, partition, lockUnit));
    }

    @Override
    public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
        at(() -> "apply " + name(id), () -> source.apply(step, id, wanted, writes));
    }

    @Override
    public void takeBack(Step step, RecoveryId id, List<RecoveredWrite> writes) {
        at(() -> "take back " + name(id), () -> source.takeBack(step, id, writes));
    }

    @Override
    public void finished(Step step) {
        at(() -> "give its logs back", () -> source.finished(step));
    }
}

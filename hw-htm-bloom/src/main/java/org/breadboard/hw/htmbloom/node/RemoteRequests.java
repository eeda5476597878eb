package org.breadboard.hw.htmbloom.node;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.htmbloom.CacheLine;
import org.breadboard.hw.htmbloom.node.RemoteTransaction.State;

/**
 * What a node does for transactions of other nodes (HADES Table II, "at remote node y"), and for its own where they write copies that it
 * holds. Requests of attempts that are over are dropped. One thread.
 */
final class RemoteRequests {
    private final Directory directory;
    private final Nic nic;
    private final LineList reads = new LineList();
    private final LineList writes = new LineList();

    RemoteRequests(Directory directory, Nic nic) {
        this.directory = directory;
        this.nic = nic;
    }

    void handle(Transit transit, Message message) {
        directory.caches();
        NodeTracker tracker = (NodeTracker) message.owner();
        if (message.kind() == Wire.LOCK && tracker.node() == directory.node) {
            if (tracker.isCurrent(Wire.attempt(message))) {
                lockOwn(message, tracker);
            } else {
                transit.release(message);
            }
            return;
        }
        RemoteTransaction remote = directory.remote(tracker.transaction());
        if (remote.isStalled && message.kind() != Wire.VALIDATE) {
            // Its next attempt comes behind what it has committed.
            directory.park(message);
            return;
        }
        long attempt = Wire.attempt(message);
        if (attempt < remote.attempt || attempt == remote.attempt && remote.state == State.OVER) {
            transit.release(message);
            return;
        }
        switch (message.kind()) {
            case Wire.CANCEL -> {
                end(remote, attempt);
                transit.release(message);
            }
            case Wire.VALIDATE -> validate(transit, message, remote);
            default -> request(transit, message, remote, tracker);
        }
    }

    private void request(Transit transit, Message message, RemoteTransaction remote, NodeTracker tracker) {
        long attempt = Wire.attempt(message);
        if (attempt > remote.attempt) {
            end(remote, remote.attempt);
            int pair = directory.others().take(tracker.transaction());
            if (pair == FilterPairs.NONE) {
                nic.answer(message, Wire.REFUSED, 0, 0);
                return;
            }
            remote.begin(attempt, tracker, pair);
        }
        switch (message.kind()) {
            case Wire.READ -> read(transit, message, remote);
            case Wire.PREPARE -> prepare(transit, message, remote);
            case Wire.INTEND -> intend(message, remote, tracker);
            case Wire.LOCK -> lock(message, remote);
            default -> throw new IllegalStateException("no request of a transaction has kind " + message.kind());
        }
    }

    /**
     * Tracks lines before it reads them, so that what commits from now on finds the reader; and locks them meanwhile if there are several, so that
     * nobody ever sees half a write. Whoever has locked first has locked them already.
     */
    private void read(Transit transit, Message message, RemoteTransaction remote) {
        if (remote.state == State.SQUASHED) {
            transit.release(message);
            return;
        }
        Region region = nic.region(message);
        long address = Wire.address(message);
        int length = Wire.lengthBytes(message);
        long first = directory.space.line(region, address);
        long last = directory.space.line(region, address + length - 1);
        if (remote.state != State.LOCKED && directory.locks().denies(remote.transaction, first, last, false)) {
            directory.refuseRead(message);
            return;
        }
        boolean tracks = directory.parameters.breakage != Breakage.TRACKED_LATE;
        boolean locks = tracks && last > first && remote.state != State.LOCKED;
        int read = locks ? directory.readLocks().take(remote.transaction, first, last, address) : ReadLocks.NONE;
        if (locks && read == ReadLocks.NONE) {
            directory.refuseRead(message);
            return;
        }
        for (long line = first; tracks && line <= last; line++) {
            directory.others().read(remote.pair, line);
        }
        double ns = hashNs(last - first + 1) + directory.caches().device(first, last, false, (double) transit.nowNs());
        // The lines of a locked read come one after another: the first is taken now, the others with the last.
        region.read(address, message.bytes(), 0, locks ? firstBytes(address) : length);
        int witnessBytes = Wire.witnessBytes(message);
        if (witnessBytes > 0) {
            nic.witness(region).read(Wire.witnessAddress(message), message.bytes(), length, witnessBytes);
        }
        message.lengthBytes(length + witnessBytes);
        if (locks) {
            Wire.read(message, read);
            nic.fetch(message, ns + directory.parameters.lockNs);
        } else if (tracks) {
            nic.answer(message, Wire.DATA, length, ns);
        } else {
            nic.trackLate(message, first, last);
        }
    }

    /** All lines of a read have come, so many bytes; its lock goes, even if its transaction has gone already. */
    int fetched(Message message) {
        int read = Wire.read(message);
        int length = Wire.lengthBytes(message);
        long address = directory.readLocks().address(read);
        int taken = firstBytes(address);
        nic.region(message).read(address + taken, message.bytes(), taken, length - taken);
        directory.readLocks().release(read);
        return length;
    }

    /** The bytes from an address to the end of its line. */
    private static int firstBytes(long address) {
        return (int) (CacheLine.BYTES - address % CacheLine.BYTES);
    }

    /** What {@link Breakage#TRACKED_LATE} does when a while has passed since the read. */
    void trackLate(Message message, long first, long last) {
        NodeTracker tracker = (NodeTracker) message.owner();
        RemoteTransaction remote = directory.remote(tracker.transaction());
        if (remote.state == State.EXECUTING && remote.attempt == Wire.attempt(message)) {
            for (long line = first; line <= last; line++) {
                directory.others().read(remote.pair, line);
            }
        }
        nic.answer(message, Wire.DATA, Wire.lengthBytes(message), 0);
    }

    /** Tracks and reads the lines at the ends of a range that will be written in part. */
    private void prepare(Transit transit, Message message, RemoteTransaction remote) {
        if (remote.state == State.SQUASHED) {
            transit.release(message);
            return;
        }
        Region region = nic.region(message);
        long address = Wire.address(message);
        long end = address + Wire.lengthBytes(message);
        writes.clear();
        if (address % CacheLine.BYTES != 0) {
            writes.add(directory.space.line(region, address));
        }
        long last = directory.space.line(region, end - 1);
        if (end % CacheLine.BYTES != 0 && !writes.contains(last)) {
            writes.add(last);
        }
        if (remote.state != State.LOCKED && directory.locks().conflicts(remote.transaction, writes, true)) {
            directory.park(message);
            return;
        }
        double ns = 0;
        for (int i = 0; i < writes.size(); i++) {
            long line = writes.get(i);
            directory.others().written(remote.pair, line);
            ns = Math.max(ns, directory.caches().device(line, line, false, (double) transit.nowNs()));
        }
        message.lengthBytes(0);
        nic.answer(message, Wire.DATA, writes.size() * CacheLine.BYTES, ns + hashNs(writes.size()));
    }

    private void intend(Message message, RemoteTransaction remote, NodeTracker tracker) {
        if (remote.state == State.SQUASHED) {
            nic.answer(message, Wire.NACK, 0, 0);
            return;
        }
        linesOf(message, remote.written);
        LineList written = remote.written;
        if (remote.state == State.EXECUTING) {
            // Lines that are written as a whole are in no filter yet; the lock is made of the filters.
            boolean whole = directory.parameters.breakage != Breakage.UNLOCKED_WHOLE_LINES;
            for (int i = 0; whole && i < written.size(); i++) {
                directory.others().written(remote.pair, written.get(i));
            }
            boolean covered = tracker.node() == directory.node && tracker.lock().hasLockedFirst();
            if (!covered && directory.locks().conflicts(remote.transaction, written, true)
                    || !directory.locks().add(remote.transaction, directory.others(), remote.pair)) {
                directory.lockSquashes().add(1);
                remote.state = State.SQUASHED;
                directory.release(remote);
                nic.answer(message, Wire.NACK, 0, 0);
                return;
            }
            remote.state = State.LOCKED;
            directory.detect(remote.transaction, written, null);
        }
        remote.keep(message);
        message.lengthBytes(0);
        nic.answer(message, Wire.ACK, 0, directory.parameters.lockNs + hashNs(written.size()));
    }

    /** The lines of the ranges that a message names, in {@code into}. */
    private void linesOf(Message message, LineList into) {
        into.clear();
        int count = message.getInt(0);
        int at = Integer.BYTES;
        for (int i = 0; i < count; i++) {
            int length = message.getInt(at + 4);
            boolean carries = (length & Ranges.FLAG) != 0;
            addLines(message, at, length & ~Ranges.FLAG, into);
            at += Wire.RANGE_BYTES + (carries ? length & ~Ranges.FLAG : 0);
        }
    }

    private void addLines(Message message, int at, int length, LineList into) {
        Region region = nic.region((NodeTracker) message.owner(), message.getInt(at));
        long address = message.getLong(at + 8);
        into.addRange(directory.space.line(region, address), directory.space.line(region, address + length - 1));
    }

    private void validate(Transit transit, Message message, RemoteTransaction remote) {
        if (remote.state != State.LOCKED) {
            throw new IllegalStateException("node " + directory.node + " is told that transaction " + remote.transaction
                    + " has committed, but has not agreed to it");
        }
        remote.isStalled = directory.locks().areRead(remote.transaction, remote.written);
        if (remote.isStalled) {
            directory.stall(message);
            return;
        }
        NodeTracker tracker = (NodeTracker) message.owner();
        int at = apply(transit, tracker, remote.durable(), 0, remote.durableBytes(), true);
        if (at != remote.durableBytes()) {
            throw new IllegalStateException("an Intend-to-commit was not kept whole");
        }
        at = apply(transit, tracker, message.bytes(), 0, message.lengthBytes(), false);
        int words = message.getInt(at);
        at += Integer.BYTES;
        for (int i = 0; i < words; i++) {
            nic.region(tracker, message.getInt(at)).putLong(message.getLong(at + 4), message.getLong(at + 12));
            at += Ranges.WORD_BYTES;
        }
        end(remote, remote.attempt);
        if (directory.parameters.breakage == Breakage.LATE_VERSIONS) {
            nic.advanceLate(message, at);
        } else {
            advance(transit, message, at);
        }
    }

    /** Moves the words that a commit advances: read and written at one instant, so that no lock of their lines is needed. */
    void advance(Transit transit, Message message, int from) {
        NodeTracker tracker = (NodeTracker) message.owner();
        int words = message.getInt(from);
        int at = from + Integer.BYTES;
        for (int i = 0; i < words; i++) {
            Region region = nic.region(tracker, message.getInt(at));
            long address = message.getLong(at + 4);
            region.getAndAddLong(address, message.getLong(at + 12));
            long line = directory.space.line(region, address);
            directory.caches().device(line, line, true, (double) transit.nowNs());
            at += Ranges.WORD_BYTES;
        }
        transit.release(message);
    }

    /** Writes the ranges that come with bytes; answers where they end. */
    private int apply(Transit transit, NodeTracker tracker, byte[] bytes, int from, int end, boolean flagged) {
        if (from == end) {
            return from;
        }
        int count = Bytes.getInt(bytes, from);
        int at = from + Integer.BYTES;
        for (int i = 0; i < count; i++) {
            int length = Bytes.getInt(bytes, at + 4);
            boolean carries = ((length & Ranges.FLAG) != 0) == flagged;
            length &= ~Ranges.FLAG;
            Region region = nic.region(tracker, Bytes.getInt(bytes, at));
            long address = Bytes.getLong(bytes, at + 8);
            at += Wire.RANGE_BYTES;
            if (carries) {
                region.write(address, bytes, at, length);
                long first = directory.space.line(region, address);
                long last = directory.space.line(region, address + length - 1);
                directory.caches().device(first, last, true, (double) transit.nowNs());
                at += length;
            }
        }
        return at;
    }

    private void end(RemoteTransaction remote, long attempt) {
        boolean unlocks = remote.state == State.LOCKED;
        directory.release(remote);
        remote.state = State.OVER;
        remote.attempt = attempt;
        if (unlocks) {
            directory.tryAgain();
        }
    }

    // Locks before the execution (HADES VI) wait for other locks; commits never do.

    private void lock(Message message, RemoteTransaction remote) {
        lockLines(message);
        PartialLocks locks = directory.locks();
        if (locks.conflicts(remote.transaction, writes, true)
                || locks.conflicts(remote.transaction, reads, false)
                || !locks.addFirst(remote.transaction, directory.others(), remote.pair)) {
            directory.park(message);
            return;
        }
        for (int i = 0; i < reads.size(); i++) {
            directory.others().read(remote.pair, reads.get(i));
        }
        for (int i = 0; i < writes.size(); i++) {
            directory.others().written(remote.pair, writes.get(i));
        }
        remote.state = State.LOCKED;
        directory.detect(remote.transaction, writes, reads);
        nic.answer(message, Wire.GRANTED, 0, directory.parameters.lockNs + hashNs(reads.size() + writes.size()));
    }

    private void lockOwn(Message message, NodeTracker tracker) {
        lockLines(message);
        if (tracker.lock().takeFirst(reads, writes)) {
            nic.answer(message, Wire.GRANTED, 0, directory.parameters.lockNs + hashNs(reads.size() + writes.size()));
        } else {
            directory.park(message);
        }
    }

    private void lockLines(Message message) {
        reads.clear();
        writes.clear();
        int count = message.getInt(0);
        for (int i = 0, at = Integer.BYTES; i < count; i++, at += Wire.RANGE_BYTES) {
            int length = message.getInt(at + 4);
            addLines(message, at, length & ~Ranges.FLAG, (length & Ranges.FLAG) != 0 ? writes : reads);
        }
    }

    private double hashNs(long lines) {
        return directory.parameters.probeNs * lines;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.table.AugmentedFormat;
import org.breadboard.proto.hades.table.RecordIndex;

/**
 * Runs the requests, one after another (HADES II): looks the record's place up, reads it whole, from the own memory or
 * by one READ, also if it will be written, and checks that all its lines are of one version. What is locked or torn is
 * read again a few times.
 */
final class ExecutionPhase extends SwPhase {
    private static final int NONE = -1;

    private byte[] value = {};
    private int declared;
    /** How many accesses there are with the rows that were fetched. */
    private int ordered;

    // Of the request at hand.
    private int begun;
    private int tries;
    private boolean arrived;
    private double spentNs;

    ExecutionPhase(SwAttempt attempt) {
        super(attempt);
    }

    @Override
    protected void begin(Step step) {
        declared = attempt().transaction().accesses();
        ordered = declared;
        begun = NONE;
    }

    @Override
    CpuCategory category() {
        return CpuCategory.OTHER;
    }

    @Override
    protected int first() {
        return attempt().fetched();
    }

    /** The rows of ranges come behind what is declared, and with their values. */
    @Override
    protected int items() {
        return declared;
    }

    @Override
    protected boolean isOneByOne() {
        return true;
    }

    @Override
    protected boolean post(Step step, int access) {
        if (access != begun) {
            begun = access;
            tries = 0;
            arrived = false;
            spentNs = 0;
            cpu().charge(step, CpuCategory.OTHER, costs().applicationNs());
            if (attempt().isOrdered(access)) {
                fetchOrdered(step, access);
                return true;
            }
            if (!attempt().footprint().leads(access)) {
                takeAgain(step, access);
                return true;
            }
            if (!locate(step, access)) {
                attempt().transaction().missing(access, 0);
                return true;
            }
        }
        return attempt().isHere(access) ? readHere(step, access) : readThere(step, access);
    }

    private void fetchOrdered(Step step, int access) {
        Transaction transaction = attempt().transaction();
        ReadWriteSet footprint = attempt().footprint();
        if (!attempt().isHere(access)) {
            LocalTable table = setup().tables().ordered().table(transaction.table(access));
            throw table.elsewhere(setup().node(), footprint.node(access));
        }
        Step metered = metered(step, readCategory(access));
        attempt().fail(attempt().ordered().fetch(metered, access, footprint.partition(access)));
        spentNs = cpu().spentNs();
        int valueBytes =
                setup().tables().ordered().table(transaction.table(access)).valueBytes();
        if (!transaction.mode(access).ranges()) {
            chargeCheck(step, access, valueBytes);
            chargeSets(step, access, valueBytes);
        }
        for (int row = ordered; row < transaction.accesses(); row++) {
            chargeCheck(step, row, valueBytes);
            chargeSets(step, row, valueBytes);
        }
        ordered = transaction.accesses();
    }

    /** What the read of a record is for: an access that may write reads the record because it has to. */
    private CpuCategory readCategory(int access) {
        boolean writes = attempt().transaction().mode(access).writes();
        return writes ? CpuCategory.READ_BEFORE_WRITE : CpuCategory.OTHER;
    }

    /** Another access to a record that is in the read or write set already. */
    private void takeAgain(Step step, int access) {
        Transaction transaction = attempt().transaction();
        int leader = attempt().footprint().leader(access);
        long version = transaction.readVersion(leader);
        if (transaction.found(leader)) {
            int valueBytes = transaction.readBytes(leader);
            transaction.fetched(access, version, transaction.values(), transaction.readAt(leader), valueBytes);
        } else {
            transaction.missing(access, version);
        }
        chargeSets(step, access, transaction.readBytes(leader));
    }

    private boolean locate(Step step, int access) {
        Transaction transaction = attempt().transaction();
        RecordIndex index = setup().tables().index(transaction.table(access));
        attempt().footprint().stands(access, index.find(metered(step, CpuCategory.OTHER), transaction.key(access)));
        return attempt().footprint().hasPlace(access);
    }

    private boolean readHere(Step step, int access) {
        AugmentedFormat format = attempt().format(access);
        Region region = attempt().table(access).region(attempt().footprint().partition(access));
        long address = attempt().footprint().address(access);
        byte[] slot = attempt().slot(format.slotBytes());
        Step metered = metered(step, readCategory(access));
        spentNs += tries == 0
                ? setup().memory().load(metered, region, address, format.slotBytes())
                : setup().memory().loadAgain(metered, region, address, format.slotBytes());
        long word = region.getLongAcquire(address);
        region.read(address, slot, 0, format.slotBytes());
        region.loadFence();
        boolean atomic = region.getLongAcquire(address) == word && format.isAtomic(slot, 0);
        if (!atomic && mayTryAgain()) {
            attempt().pause(step, setup().options().retryNs);
            return false;
        }
        take(step, access, slot, atomic);
        return true;
    }

    private boolean readThere(Step step, int access) {
        AugmentedFormat format = attempt().format(access);
        byte[] slot = attempt().slot(format.slotBytes());
        if (arrived) {
            arrived = false;
            boolean atomic = format.isAtomic(slot, 0);
            if (atomic || !mayTryAgain()) {
                take(step, access, slot, atomic);
                return true;
            }
        }
        if (attempt().verbs().read(metered(step, readCategory(access)), attempt(), access, format.slotBytes())) {
            spentNs += cpu().spentNs();
        }
        return false;
    }

    private boolean mayTryAgain() {
        return ++tries < setup().options().readTries;
    }

    @Override
    protected void completed(Step step, int access, Message message) {
        System.arraycopy(message.bytes(), 0, attempt().slot(message.lengthBytes()), 0, message.lengthBytes());
        arrived = true;
    }

    private void take(Step step, int access, byte[] slot, boolean atomic) {
        Transaction transaction = attempt().transaction();
        AugmentedFormat format = attempt().format(access);
        int valueBytes = format.valueBytes();
        chargeCheck(step, access, valueBytes);
        if (!atomic) {
            attempt().fail(AbortReason.LOCKED);
            return;
        }
        attempt().footprint().incarnation(access, AugmentedFormat.incarnation(slot, 0));
        long version = AugmentedFormat.version(AugmentedFormat.header(slot, 0));
        if (format.exists(slot, 0)) {
            if (value.length < valueBytes) {
                value = new byte[valueBytes];
            }
            format.decode(slot, 0, value, 0);
            transaction.fetched(access, version, value, 0, valueBytes);
        } else {
            transaction.missing(access, version);
        }
        chargeSets(step, access, valueBytes);
    }

    private void chargeCheck(Step step, int access, int valueBytes) {
        if (attempt().transaction().mode(access).writes()) {
            cpu().chargeBeyond(step, CpuCategory.READ_BEFORE_WRITE, costs().readBeforeWriteNs(valueBytes), spentNs);
        } else {
            cpu().charge(step, CpuCategory.READ_ATOMICITY, costs().readAtomicityNs(valueBytes));
        }
    }

    private void chargeSets(Step step, int access, int valueBytes) {
        boolean writes = attempt().transaction().mode(access).writes();
        double ns = writes ? costs().manageWriteSetNs(valueBytes) : costs().manageReadSetNs(valueBytes);
        cpu().charge(step, CpuCategory.MANAGE_SETS, ns);
    }
}

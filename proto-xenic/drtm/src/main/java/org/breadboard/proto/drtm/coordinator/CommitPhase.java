// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.setup.CommitRpcs;
import org.breadboard.proto.drtm.setup.DrtmOptions;
import org.breadboard.proto.drtm.setup.Way;

/**
 * Stores what is written at its primary, and unlocks it with its new version; unlocks what was read to be written, and
 * is not.
 */
final class CommitPhase extends DrtmPhase {
    CommitPhase(DrtmAttempt attempt) {
        super(attempt);
    }

    @Override
    protected void begin(Step step) {
        attempt().local().install(step);
    }

    @Override
    protected boolean post(Step step, int access) {
        Transaction transaction = attempt().transaction();
        Footprint footprint = attempt().footprint();
        if (!attempt().isLocal(access) && footprint.holdsLock(access) && footprint.lastWrite(transaction, access) < 0) {
            return attempt().requests().addUnlock(step, attempt(), access) && sent(step);
        }
        if (attempt().isLocal(access) || !footprint.isLastWrite(transaction, access)) {
            return true;
        }
        if (attempt().isNear(access)) {
            setup().records
                    .commit(
                            step,
                            transaction.table(access),
                            footprint.partition(access),
                            transaction.key(access),
                            transaction.installedVersion(access),
                            transaction.values(),
                            transaction.newAt(access),
                            transaction.newBytes(access));
            return true;
        }
        if (attempt().options().commit == Way.RPC) {
            return attempt().requests().addWrite(step, Rpc.COMMIT, attempt(), footprint.node(access), access)
                    && sent(step);
        }
        return attempt().verbs().writeRecord(step, attempt(), access);
    }

    /** Sends the request at hand, where no other record joins it. Those to cores of a NIC share packets in any case. */
    private boolean sent(Step step) {
        DrtmOptions options = attempt().options();
        if (options.commitRpcs == CommitRpcs.RECORD && options.rpcs == RpcPlace.HOST) {
            attempt().sendCommits(step);
        }
        return true;
    }
}

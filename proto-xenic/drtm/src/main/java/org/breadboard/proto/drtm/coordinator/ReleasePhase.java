// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.setup.Way;

/** Gives back the locks of an attempt that cannot commit. */
final class ReleasePhase extends DrtmPhase {
    ReleasePhase(DrtmAttempt attempt) {
        super(attempt);
    }

    @Override
    protected void begin(Step step) {
        attempt().transaction().withdrawn();
        attempt().local().release(step);
    }

    @Override
    protected boolean post(Step step, int access) {
        Transaction transaction = attempt().transaction();
        Footprint footprint = attempt().footprint();
        if (attempt().isLocal(access) || !footprint.holdsLock(access)) {
            return true;
        }
        if (attempt().isNear(access)) {
            int table = transaction.table(access);
            setup().records.release(step, table, footprint.partition(access), transaction.key(access));
            return true;
        }
        if (attempt().options().lock == Way.RPC) {
            return attempt().requests().add(step, Rpc.RELEASE, attempt(), access, 0);
        }
        return attempt().verbs().writeHeader(step, attempt(), access, transaction.readVersion(access), true);
    }
}

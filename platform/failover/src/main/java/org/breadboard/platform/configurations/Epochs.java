// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.member.EpochStore;
import org.breadboard.platform.member.EpochStores;
import org.breadboard.platform.nemesis.Faults;

/** Opens the store that decides on the configurations of a run on real threads. */
final class Epochs {
    private static final int LONGEST_S = 10;
    private static final long LOOK_NS = 1_000_000;

    private Epochs() {}

    /**
     * Begins to connect, to a server of its own if a nemesis strikes that.
     *
     * @throws RefusedException if there is nothing that could, in one sentence
     */
    static EpochStore open(Faults faults) {
        EpochStores stores = EpochStores.find();
        String run = UUID.randomUUID().toString();
        if (!faults.control().embedded()) {
            return stores.at(faults.control().zookeeper(), run);
        }
        return faults.has(Faults.Kind.ZOOKEEPER_CRASH) ? stores.alone(run) : stores.embedded(run);
    }

    /**
     * Waits until it answers, or somebody cancels: a run does not begin without.
     *
     * @throws RefusedException if it does not, in one sentence
     */
    static void await(EpochStore epochs, Faults.Control control, BooleanSupplier cancelled) {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_S);
        while (!epochs.isReachable() && !cancelled.getAsBoolean()) {
            if (System.nanoTime() > untilNs) {
                throw new RefusedException(
                        control.embedded()
                                ? "The ZooKeeper in this process does not answer within " + LONGEST_S
                                        + " s; is there room in the folder for temporary files, and a free port?"
                                : "ZooKeeper at " + control.zookeeper() + " does not answer within " + LONGEST_S
                                        + " s; start it, or leave faults.zookeeper out for one in this process.");
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}

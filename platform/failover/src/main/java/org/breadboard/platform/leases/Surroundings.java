// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.util.function.ObjLongConsumer;
import org.breadboard.platform.member.EpochStore;

/** What is around the agent of a machine. By its thread. */
interface Surroundings {
    /** The configuration that runs. */
    Formed formed();

    /** Sends a letter. */
    void send(int to, Letter letter, int epoch, long number, long sinceNs);

    /** Has the store decide on the configuration after an epoch; the answer comes between two turns, with a time. */
    void propose(int epoch, byte[] configuration, ObjLongConsumer<EpochStore.Decision> answer);

    /** This machine stops for good in an epoch, because the next one is decided. */
    void stop(int epoch);

    /** All have stopped: the next configuration follows that of an epoch. */
    void form(int epoch, Decided next);
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.runtime.Step;

/** How a transaction uses the records of its own node. One thread. */
interface LocalPart {
    /** Reads a record and answers the access. */
    Access fetch(Step step, int access);

    /** Begins an overwrite, whose bytes are known. */
    Access overwrite(Step step, int access);

    /** Stores a written access, once the logic has decided to commit; it may be denied, and is then called again. */
    Access store(Step step, int access);

    /** Tells the hardware what an access has touched, if it has not seen it, before the locks. */
    void declare(Step step, int access);

    /** Whether what an access has read is still there, once all nodes have agreed. */
    boolean isCurrent(Step step, int access);

    /** Makes a written access visible where the hardware does not; all locks are held. */
    void publish(Step step, int access);
}

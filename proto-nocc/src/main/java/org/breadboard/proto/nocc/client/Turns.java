// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import org.breadboard.proto.nocc.packet.RequestId;

/**
 * Numbers of a client's requests at all stores, where machines may crash: they grow with each, whichever store it is
 * for, so that logs of several stores tell which was the last. One thread.
 */
final class Turns {
    private int last;

    /** A number that is greater than all before, of a first attempt. */
    int begin() {
        last = RequestId.afterStore(last);
        return last;
    }
}

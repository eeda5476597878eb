// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.runtime.Message;
import org.breadboard.testkit.TestParts;
import org.breadboard.testkit.TestStep;

/** A step that gives out messages and can do nothing else. */
final class PoolStep extends TestStep {
    @Override
    public Message take(int capacityBytes) {
        return TestParts.message(capacityBytes);
    }

    @Override
    public void release(Message message) {
        TestParts.giveBack(message);
    }
}

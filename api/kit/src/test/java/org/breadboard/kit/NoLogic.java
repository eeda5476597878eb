// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;

/** The logic of transactions whose accesses a test declares itself: it commits. */
public final class NoLogic implements TransactionLogic {
    /** The only one. */
    public static final TransactionLogic NONE = new NoLogic();

    private NoLogic() {}

    @Override
    public String name() {
        return "none";
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        return Decision.COMMIT;
    }
}

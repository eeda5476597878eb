// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.testkit.StoreContract;

/** Of stores in whose slots versions stand, too; header words are a slot's own, or of keys that are gone. */
abstract class SlottedStoreContract extends StoreContract {
    @Override
    protected boolean headersCount() {
        return false;
    }
}

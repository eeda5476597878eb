// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.store.StoreType;

class ChainedStoreContractTest extends SlottedStoreContract {
    @Override
    protected StoreType type() {
        return new ChainedStoreType();
    }
}

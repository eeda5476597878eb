// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.api.store.StoreType;
import org.breadboard.testkit.StoreContract;

class MapContractTest extends StoreContract {
    @Override
    protected StoreType type() {
        return IndexType.MAP;
    }
}

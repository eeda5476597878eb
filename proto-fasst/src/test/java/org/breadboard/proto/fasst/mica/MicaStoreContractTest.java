// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.mica;

import org.breadboard.api.store.StoreType;
import org.breadboard.testkit.StoreContract;

class MicaStoreContractTest extends StoreContract {
    @Override
    protected StoreType type() {
        return new MicaStoreType();
    }
}

package org.breadboard.proto.xenic.store;

import org.breadboard.api.store.StoreType;
import org.breadboard.testkit.StoreContract;

class HopscotchStoreContractTest extends StoreContract {
    @Override
    protected StoreType type() {
        return new HopscotchStoreType();
    }
}

package com.example.transfer;

import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class TransferTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new Transfer();
    }
}

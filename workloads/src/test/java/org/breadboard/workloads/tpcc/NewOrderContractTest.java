// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class NewOrderContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return Tpcc.newOrder();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("warehousesPerNode", 1)
                .with("orderRoom", 1000)
                .with("localTables", "unordered");
    }

    @Override
    protected double scale() {
        return 0.003;
    }

    /** All are; but long texts take too long byte by byte. */
    @Override
    protected boolean guarded(TableSpec table, int byteIndex) {
        return byteIndex < 40 || byteIndex % 32 == 0;
    }
}

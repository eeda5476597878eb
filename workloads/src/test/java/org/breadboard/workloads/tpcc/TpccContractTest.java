// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

/** With as few rows as TPC-C can have: nine customers and orders in each of thirty districts. */
class TpccContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return Tpcc.fullMix();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings()).with("warehousesPerNode", 1);
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

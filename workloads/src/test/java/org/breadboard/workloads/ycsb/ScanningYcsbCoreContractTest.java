// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

/** All five operations, over an ordered table. */
class ScanningYcsbCoreContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new YcsbCore();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("readproportion", 0.2)
                .with("updateproportion", 0.2)
                .with("insertproportion", 0.2)
                .with("readmodifywriteproportion", 0.2)
                .with("scanproportion", 0.2)
                .with("maxscanlength", 9)
                .with("fieldcount", 3)
                .with("fieldlength", 17)
                .with("requestdistribution", "zipfian");
    }

    @Override
    protected double scale() {
        return 0.002;
    }
}

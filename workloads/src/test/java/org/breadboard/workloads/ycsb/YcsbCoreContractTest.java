// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

/** Without scans, over a hash table. */
class YcsbCoreContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new YcsbCore();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings())
                .with("readproportion", 0.5)
                .with("updateproportion", 0.1)
                .with("insertproportion", 0.2)
                .with("readmodifywriteproportion", 0.2)
                .with("writeallfields", true)
                .with("fieldcount", 2)
                .with("fieldlength", 16)
                .with("insertorder", "ordered")
                .with("requestdistribution", "latest");
    }

    @Override
    protected double scale() {
        return 0.002;
    }
}

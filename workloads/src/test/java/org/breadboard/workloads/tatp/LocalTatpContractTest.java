// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;

/** With all rows of a subscriber on one node. */
class LocalTatpContractTest extends TatpContractTest {
    @Override
    protected WorkloadType type() {
        return new Tatp();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings()).with("local", 0.8);
    }
}

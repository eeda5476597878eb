// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import org.breadboard.api.Settings;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.testkit.WorkloadContract;

class SignedAtEndContractTest extends WorkloadContract {
    @Override
    protected WorkloadType type() {
        return new Contended();
    }

    @Override
    protected Settings settings() {
        return Settings.defaultsOf(type().settings()).with("shape", 3).with("signedAtEnd", true);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class WorkloadsPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new WorkloadsPlugin();
    }
}

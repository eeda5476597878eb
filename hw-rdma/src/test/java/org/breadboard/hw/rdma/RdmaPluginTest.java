// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.rdma;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class RdmaPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new RdmaPlugin();
    }
}

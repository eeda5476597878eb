// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class DrtmPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new DrtmPlugin();
    }
}

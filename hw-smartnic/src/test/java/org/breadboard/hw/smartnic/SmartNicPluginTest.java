// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class SmartNicPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new SmartNicPlugin();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class P4SwitchPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new P4SwitchPlugin();
    }
}

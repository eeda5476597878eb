// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class NoccPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new NoccPlugin();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class XenicPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new XenicPlugin();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class HadesPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new HadesPlugin();
    }
}

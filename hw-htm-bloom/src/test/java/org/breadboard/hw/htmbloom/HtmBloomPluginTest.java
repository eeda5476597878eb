// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class HtmBloomPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new HtmBloomPlugin();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class MicroBenchmarksPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new MicroBenchmarksPlugin();
    }
}

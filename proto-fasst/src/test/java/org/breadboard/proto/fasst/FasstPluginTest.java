// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class FasstPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new FasstPlugin();
    }
}

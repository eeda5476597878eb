package com.example.thinning;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class ThinningPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new ThinningPlugin();
    }
}

package com.example.cachingnic;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class CachingNicPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new CachingNicPlugin();
    }
}

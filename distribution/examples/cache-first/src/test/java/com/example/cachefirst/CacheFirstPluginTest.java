package com.example.cachefirst;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class CacheFirstPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new CacheFirstPlugin();
    }
}

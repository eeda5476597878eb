package com.example.nowait;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class NoWaitPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new NoWaitPlugin();
    }
}

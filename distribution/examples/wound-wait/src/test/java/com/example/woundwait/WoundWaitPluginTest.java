package com.example.woundwait;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class WoundWaitPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new WoundWaitPlugin();
    }
}

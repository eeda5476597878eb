package com.example.ladder;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class LadderPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new LadderPlugin();
    }
}

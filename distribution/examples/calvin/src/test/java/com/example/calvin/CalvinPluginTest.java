package com.example.calvin;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class CalvinPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new CalvinPlugin();
    }
}

package com.example.tictoc;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class TicTocPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new TicTocPlugin();
    }
}

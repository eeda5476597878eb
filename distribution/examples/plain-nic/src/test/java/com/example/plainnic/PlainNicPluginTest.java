package com.example.plainnic;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class PlainNicPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new PlainNicPlugin();
    }
}

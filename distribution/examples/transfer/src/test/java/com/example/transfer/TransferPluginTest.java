package com.example.transfer;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class TransferPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new TransferPlugin();
    }
}

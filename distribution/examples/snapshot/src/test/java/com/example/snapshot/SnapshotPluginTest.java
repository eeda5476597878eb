package com.example.snapshot;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class SnapshotPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new SnapshotPlugin();
    }
}

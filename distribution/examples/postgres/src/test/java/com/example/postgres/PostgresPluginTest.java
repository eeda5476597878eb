package com.example.postgres;

import org.breadboard.api.Plugin;
import org.breadboard.testkit.PluginContract;

class PostgresPluginTest extends PluginContract {
    @Override
    protected Plugin plugin() {
        return new PostgresPlugin();
    }
}

package com.example.postgres;

import aQute.bnd.annotation.spi.ServiceProvider;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.ProtocolType;

/** The plug-in's table of contents. */
@ServiceProvider(Plugin.class)
public final class PostgresPlugin implements Plugin {
    /** For service loaders. */
    public PostgresPlugin() {}

    @Override
    public String id() {
        return "postgres";
    }

    @Override
    public String description() {
        return "transactions in a PostgreSQL, at any of its isolation levels";
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(new Postgres());
    }
}

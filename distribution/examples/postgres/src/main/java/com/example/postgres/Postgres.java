package com.example.postgres;

import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;

/**
 * Runs the transactions of a workload in a PostgreSQL, as an application would: a connection for each client, a
 * {@code SELECT} for each access, an {@code UPDATE}, {@code INSERT} or removal for each write, and a {@code COMMIT}. What
 * the checker needs to know beside that is a column with a version in each row, which each write adds one to.
 *
 * <p>It promises what PostgreSQL does at the level SERIALIZABLE, the default. At another {@code protocol.isolation} a mix
 * says what it asks with {@code promise}.
 */
final class Postgres implements ProtocolType {
    private static final Setting<String> URL = Setting.text(
            "url", "where the database is, such as jdbc:postgresql://localhost:5432/bench (there is none by default)");

    private static final Setting<String> USER = Setting.text(
            "user",
            "whom to connect as; a password is read from ~/.pgpass, and is never part of a mix");

    private static final Setting<Isolation> ISOLATION = Setting.choice(
                    "isolation", Isolation.class, "the isolation level of all transactions (PostgreSQL 13.2)")
            .withoutPromises(Set.of(Isolation.REPEATABLE_READ, Isolation.READ_COMMITTED));

    /** What a bytea may hold, less than PostgreSQL's 1 GB. */
    private static final int MOST_BYTES = 1 << 20;

    @Override
    public String id() {
        return "postgres";
    }

    @Override
    public String description() {
        return "transactions in a PostgreSQL, on real threads";
    }

    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.SERIALIZABLE)
                .versioned(Versions.COUNTED)
                .withSpreadRanges();
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(URL, USER, ISOLATION);
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Set.of(BlockingCalls.class);
    }

    @Override
    public int maxContexts(Settings settings, int nodes, int threads) {
        return 64;
    }

    @Override
    public int maxValueBytes() {
        return MOST_BYTES;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        Settings settings = context.settings();
        return new PostgresRun(
                context, new Database(settings.get(URL), settings.get(USER)), settings.get(ISOLATION));
    }
}

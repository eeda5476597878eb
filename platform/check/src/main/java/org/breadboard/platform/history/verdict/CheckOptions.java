// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.verdict;

import java.util.function.IntFunction;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.api.protocol.ProtocolType.Versions;

/**
 * What a check is to look at.
 *
 * @param promise what the history is to be
 * @param versions what the versions of a table's keys are: where they are not shared, a gap between them is a lost
 *     write, a read at a version shows what was installed at it, and replicas have the same versions. Two threads may
 *     ask at a time; for names only that which checks.
 * @param maxExamples how many anomalies are explained in words; all are counted
 * @param typeName names a transaction type
 * @param tableName names a table
 * @param keyName names a key of a table
 */
public record CheckOptions(
        Promise promise,
        IntFunction<Versions> versions,
        int maxExamples,
        IntFunction<String> typeName,
        IntFunction<String> tableName,
        KeyName keyName) {

    /** Names keys. */
    @FunctionalInterface
    public interface KeyName {
        /** A key of a table in words. */
        String of(int table, long key);
    }

    /** Serializability, shared versions, 16 examples, numbers for names. */
    public static CheckOptions serializable() {
        return new CheckOptions(
                Promise.SERIALIZABLE,
                table -> Versions.SHARED,
                16,
                type -> "type " + type,
                table -> "table " + table,
                (table, key) -> Long.toString(key));
    }

    /** Whether real-time order counts: a transaction that completed before another began comes first. */
    public boolean strict() {
        return promise == Promise.STRICT_SERIALIZABLE;
    }

    /** Serializability, with or without real-time order. */
    public CheckOptions withStrict(boolean strict) {
        return withPromise(strict ? Promise.STRICT_SERIALIZABLE : Promise.SERIALIZABLE);
    }

    /** To be this. */
    public CheckOptions withPromise(Promise promise) {
        return new CheckOptions(promise, versions, maxExamples, typeName, tableName, keyName);
    }

    /** With such versions in all tables. */
    public CheckOptions withVersions(Versions ofAll) {
        return withVersions(table -> ofAll);
    }

    /** With such versions in each table. */
    public CheckOptions withVersions(IntFunction<Versions> ofTable) {
        return new CheckOptions(promise, ofTable, maxExamples, typeName, tableName, keyName);
    }

    /** With names for sentences. */
    public CheckOptions withNames(IntFunction<String> typeName, IntFunction<String> tableName) {
        return new CheckOptions(promise, versions, maxExamples, typeName, tableName, keyName);
    }

    /** With names of keys for sentences. */
    public CheckOptions withKeyNames(KeyName keyName) {
        return new CheckOptions(promise, versions, maxExamples, typeName, tableName, keyName);
    }

    /**
     * Whether an operation that sees or leaves a key of a table absent, or does not, has the one version that its key
     * then had.
     */
    public boolean isExact(int table, boolean absent) {
        Versions ofTable = versions.apply(table);
        return ofTable == Versions.COUNTED || ofTable == Versions.WHILE_PRESENT && !absent;
    }

    /** Whether the versions of a table's replicas must be equal, too, and not only values and presence. */
    public boolean replicaVersions(int table) {
        return versions.apply(table) != Versions.SHARED;
    }
}

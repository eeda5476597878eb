package org.breadboard.platform.history.verdict;

import java.util.function.IntFunction;

/**
 * What a check is to look at.
 *
 * @param strict whether real-time order counts: a transaction that completed before another began comes first
 * @param sharedHeaders whether several keys may share a version, so that the versions of one key have gaps; if not,
 *     each install must add exactly one, and a gap is a lost write
 * @param replicaVersions whether the versions of replicas must be equal too, not only values and presence
 * @param maxExamples how many anomalies are explained in words; all are counted
 * @param typeName names a transaction type
 * @param tableName names a table
 * @param keyName names a key of a table
 */
public record CheckOptions(
        boolean strict,
        boolean sharedHeaders,
        boolean replicaVersions,
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

    /** Serializability, shared headers, replicas compared by value and presence, 16 examples, numbers for names. */
    public static CheckOptions serializable() {
        return new CheckOptions(
                false,
                true,
                false,
                16,
                type -> "type " + type,
                table -> "table " + table,
                (table, key) -> Long.toString(key));
    }

    /** With or without real-time order. */
    public CheckOptions withStrict(boolean strict) {
        return new CheckOptions(strict, sharedHeaders, replicaVersions, maxExamples, typeName, tableName, keyName);
    }

    /** With shared headers, or with a version of its own for each key. */
    public CheckOptions withSharedHeaders(boolean sharedHeaders) {
        return new CheckOptions(strict, sharedHeaders, replicaVersions, maxExamples, typeName, tableName, keyName);
    }

    /** With or without comparing the versions of replicas. */
    public CheckOptions withReplicaVersions(boolean replicaVersions) {
        return new CheckOptions(strict, sharedHeaders, replicaVersions, maxExamples, typeName, tableName, keyName);
    }

    /** With names for sentences. */
    public CheckOptions withNames(IntFunction<String> typeName, IntFunction<String> tableName) {
        return new CheckOptions(strict, sharedHeaders, replicaVersions, maxExamples, typeName, tableName, keyName);
    }

    /** With names of keys for sentences. */
    public CheckOptions withKeyNames(KeyName keyName) {
        return new CheckOptions(strict, sharedHeaders, replicaVersions, maxExamples, typeName, tableName, keyName);
    }
}

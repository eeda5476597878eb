/**
 * What a store has in memory: the records of shards, and, where machines may crash, its log and what recovery makes of
 * it. Entry types: {@link org.breadboard.proto.nocc.shard.Shards}, {@link org.breadboard.proto.nocc.shard.RequestLog}.
 * The store's thread; recovery has a stage of its own, and touches what it has locked.
 */
package org.breadboard.proto.nocc.shard;

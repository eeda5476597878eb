// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.nic;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.fasst.mica.MicaStore;
import org.breadboard.proto.fasst.table.HeaderWords;

/** Header words in a NIC's memory, for one of its cores. Backups have none there: nobody locks them. */
final class NicHeaders implements HeaderWords {
    private final MicaStore store;
    private final Region[] words;
    private final NicCores.CoreMemory memory;

    NicHeaders(MicaStore store, Region[] words, NicCores.CoreMemory memory) {
        this.store = store;
        this.words = words;
        this.memory = memory;
    }

    private long at(long header) {
        return store.bucketOf(header) * Long.BYTES;
    }

    @Override
    public long load(int partition, long header) {
        return words[partition].getLongAcquire(at(header));
    }

    @Override
    public boolean swap(int partition, long header, long expected, long word) {
        return words[partition].compareAndSetLong(at(header), expected, word);
    }

    @Override
    public void store(int partition, long header, long word) {
        if (words[partition] != null) {
            words[partition].putLongRelease(at(header), word);
        }
    }

    @Override
    public void loadFence(int partition) {
        words[partition].loadFence();
    }

    @Override
    public void looked(Step step, boolean alone) {
        memory.miss(step);
    }

    @Override
    public void looked(Step step) {
        memory.hit(step);
    }

    @Override
    public void again(Step step) {
        memory.hit(step);
    }
}

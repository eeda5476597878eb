// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import org.breadboard.api.memory.Layout;

/** A word that says whether the record exists, and behind it the value, in one piece. */
public final class PlainFormat extends RecordFormat {
    private static final int HEADER_BYTES = Long.BYTES;

    PlainFormat(int valueBytes) {
        super(valueBytes, (HEADER_BYTES + valueBytes + LINE_BYTES - 1) / LINE_BYTES);
    }

    @Override
    public Layout layout() {
        return new Layout("hades.plain." + slotBytes(), 1);
    }

    @Override
    public int slotOffset(int valueOffset) {
        return HEADER_BYTES + valueOffset;
    }

    @Override
    int existsOffset() {
        return 0;
    }

    @Override
    public void decode(byte[] slot, int at, int valueOffset, int lengthBytes, byte[] value, int valueAt) {
        System.arraycopy(slot, at + HEADER_BYTES + valueOffset, value, valueAt, lengthBytes);
    }

    @Override
    public void encode(byte[] value, int valueAt, int valueOffset, int lengthBytes, byte[] slot, int at) {
        System.arraycopy(value, valueAt, slot, at + HEADER_BYTES + valueOffset, lengthBytes);
    }
}

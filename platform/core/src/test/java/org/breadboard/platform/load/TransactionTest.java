// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.junit.jupiter.api.Test;

class TransactionTest {
    private static final int VALUE_BYTES = 40;

    /** The first put copies the value, which moves all values as soon as they outgrow their array. */
    @Test
    void shouldKeepWhatIsPutWhileValuesMove() {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, null);
        byte[] value = new byte[VALUE_BYTES];
        for (int i = 0; i < 100; i++) {
            assertEquals(i, transaction.context().update(3, 1000 + i));
            Bytes.putLong(value, 0, i);
            transaction.fetched(i, 7, value, 0, VALUE_BYTES);
        }
        for (int i = 0; i < 100; i++) {
            transaction.context().putLong(i, 0, -i);
            transaction.context().putInt(i, 8, i);
            transaction.context().putByte(i, 12, i);
        }
        for (int i = 0; i < 100; i++) {
            assertTrue(transaction.written(i));
            assertEquals(-i, transaction.context().getLong(i, 0));
            assertEquals(i, transaction.context().getInt(i, 8));
            assertEquals(i, transaction.context().getByte(i, 12));
            assertEquals(i, Bytes.getLong(transaction.values(), transaction.readAt(i)));
        }
    }

    @Test
    void shouldTellAccessesApart() {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, null);
        int range = transaction.context().range(65_535, -5, 5, 9);
        int row = transaction.row(range, 2);
        int insert = transaction.context().insert(1, Long.MIN_VALUE);
        transaction.missing(insert, 12);
        transaction.context().newValue(insert, 16);
        transaction.installed(insert, 13);
        assertEquals(AccessMode.RANGE, transaction.mode(range));
        assertEquals(65_535, transaction.table(range));
        assertEquals(-5, transaction.key(range));
        assertEquals(5, transaction.highKey(range));
        assertEquals(9, transaction.limit(range));
        assertTrue(transaction.found(range));
        assertFalse(transaction.answered(range));
        assertEquals(range, transaction.rangeOf(row));
        assertEquals(-1, transaction.rangeOf(insert));
        assertFalse(transaction.found(insert));
        assertEquals(12, transaction.readVersion(insert));
        assertEquals(13, transaction.installedVersion(insert));
        assertEquals(16, transaction.newBytes(insert));
        assertThrows(
                IndexOutOfBoundsException.class, () -> transaction.context().getLong(insert, 9));
        assertThrows(IndexOutOfBoundsException.class, () -> transaction.key(3));
        transaction.reset();
        assertEquals(0, transaction.accesses());
    }

    @Test
    void shouldMakeTheWholeNewValueOfAnOverwriteThatIsFetched() {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, null);
        byte[] value = new byte[VALUE_BYTES];
        for (int i = 0; i < 50; i++) {
            int access = transaction.context().overwrite(3, 70 + i, 8, 16);
            transaction.context().putLong(access, 8, i);
            transaction.context().putInt(access, 20, ~i);
        }
        for (int i = 0; i < 50; i++) {
            for (int at = 0; at < VALUE_BYTES; at++) {
                value[at] = (byte) (i + at);
            }
            transaction.fetched(i, 9, value, 0, VALUE_BYTES);
            transaction.fetched(i, 9, value, 0, VALUE_BYTES);
        }
        for (int i = 0; i < 50; i++) {
            assertEquals(AccessMode.UPDATE, transaction.mode(i));
            assertTrue(transaction.written(i) && transaction.found(i) && transaction.isOverwrite(i));
            assertEquals(70 + i, transaction.highKey(i));
            assertEquals(VALUE_BYTES, transaction.newBytes(i));
            byte[] values = transaction.values();
            for (int at = 0; at < VALUE_BYTES; at++) {
                assertEquals((byte) (i + at), values[transaction.readAt(i) + at], "what was read stays");
                if (at < 8 || at >= 24) {
                    assertEquals((byte) (i + at), values[transaction.newAt(i) + at], "byte " + at);
                }
            }
            assertEquals(i, Bytes.getLong(values, transaction.newAt(i) + 8));
            assertEquals(0, Bytes.getInt(values, transaction.newAt(i) + 16), "what is not put is zero");
            assertEquals(~i, Bytes.getInt(values, transaction.newAt(i) + 20));
            assertEquals(transaction.newAt(i) + 8, transaction.overwriteAt(i));
        }
    }

    @Test
    void shouldKeepWhereAnOverwriteGoesWhenItIsNotFetched() {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, null);
        int access = transaction.context().overwrite(3, 5, 8, 16);
        transaction.context().putLong(access, 16, 77);
        assertTrue(transaction.written(access));
        assertFalse(transaction.answered(access));
        assertEquals(8, transaction.overwriteOffset(access));
        assertEquals(16, transaction.overwriteBytes(access));
        assertEquals(77, Bytes.getLong(transaction.values(), transaction.overwriteAt(access) + 8));
        assertFalse(transaction.isOverwrite(transaction.context().update(3, 6)));
    }

    @Test
    void shouldWriteNothingWhereThereIsNoRecordToOverwrite() {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, null);
        int access = transaction.context().overwrite(3, 5, 0, 8);
        transaction.context().putLong(access, 0, 77);
        transaction.missing(access, 4);
        assertFalse(transaction.written(access) || transaction.found(access));
        transaction.fetched(access, 5, new byte[16], 0, 16);
        assertTrue(transaction.written(access), "it may be found at another look");
        assertEquals(77, Bytes.getLong(transaction.values(), transaction.newAt(access)));
    }

    @Test
    void shouldRefuseWhatIsNoBlindWrite() {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, null);
        int access = transaction.context().overwrite(3, 5, 8, 16);
        assertThrows(
                IndexOutOfBoundsException.class, () -> transaction.context().putLong(access, 0, 1));
        assertThrows(
                IndexOutOfBoundsException.class, () -> transaction.context().putLong(access, 17, 1));
        assertThrows(
                IndexOutOfBoundsException.class, () -> transaction.context().putByte(access, 24, 1));
        assertThrows(IllegalStateException.class, () -> transaction.context().getLong(access, 8));
        assertThrows(IllegalStateException.class, () -> transaction.context().newValue(access, 40));
        assertThrows(IllegalArgumentException.class, () -> transaction.context().overwrite(3, 5, -1, 4));
        assertThrows(IllegalArgumentException.class, () -> transaction.context().overwrite(3, 5, 0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> transaction.fetched(access, 1, new byte[20], 0, 20));
        transaction.fetched(access, 1, new byte[24], 0, 24);
        assertThrows(IllegalStateException.class, () -> transaction.context().getLong(access, 8));
        assertThrows(IllegalStateException.class, () -> transaction.context().putLong(access, 8, 1));
    }

    @Test
    void shouldTellVersionsOfPartsApart() {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, null);
        for (int attempt = 0; attempt < 3; attempt++) {
            for (int i = 0; i < 20; i++) {
                int access = transaction.context().update(3, i);
                transaction.fetched(access, 5, new byte[8], 0, 8);
                assertEquals(0, transaction.parts(access));
                assertEquals(5, transaction.partReadVersion(access, 1), "that of the record");
                transaction.parts(access, 3);
                assertEquals(3, transaction.parts(access));
                transaction.partFetched(access, 1, 100 + i);
                transaction.partInstalled(access, 2, 200 + i);
            }
            for (int i = 0; i < 20; i++) {
                assertEquals(5, transaction.partReadVersion(i, 0));
                assertEquals(100 + i, transaction.partReadVersion(i, 1));
                assertFalse(transaction.isPartInstalled(i, 1));
                assertTrue(transaction.isPartInstalled(i, 2));
                assertEquals(200 + i, transaction.partInstalledVersion(i, 2));
                assertEquals(-1, transaction.rangeOf(i));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> transaction.partFetched(0, 3, 1));
            transaction.reset();
        }
        assertThrows(
                IllegalStateException.class,
                () -> transaction.partInstalled(transaction.context().read(3, 1), 0, 1));
    }
}

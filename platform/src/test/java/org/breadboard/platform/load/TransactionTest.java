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
        transaction.begin(0, null);
        byte[] value = new byte[VALUE_BYTES];
        for (int i = 0; i < 100; i++) {
            assertEquals(i, transaction.update(3, 1000 + i));
            Bytes.putLong(value, 0, i);
            transaction.fetched(i, 7, value, 0, VALUE_BYTES);
        }
        for (int i = 0; i < 100; i++) {
            transaction.putLong(i, 0, -i);
            transaction.putInt(i, 8, i);
            transaction.putByte(i, 12, i);
        }
        for (int i = 0; i < 100; i++) {
            assertTrue(transaction.written(i));
            assertEquals(-i, transaction.getLong(i, 0));
            assertEquals(i, transaction.getInt(i, 8));
            assertEquals(i, transaction.getByte(i, 12));
            assertEquals(i, Bytes.getLong(transaction.values(), transaction.readAt(i)));
        }
    }

    @Test
    void shouldTellAccessesApart() {
        Transaction transaction = new Transaction();
        transaction.begin(0, null);
        int range = transaction.range(65_535, -5, 5, 9);
        int row = transaction.row(range, 2);
        int insert = transaction.insert(1, Long.MIN_VALUE);
        transaction.missing(insert, 12);
        transaction.newValue(insert, 16);
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
        assertThrows(IndexOutOfBoundsException.class, () -> transaction.getLong(insert, 9));
        assertThrows(IndexOutOfBoundsException.class, () -> transaction.key(3));
        transaction.reset();
        assertEquals(0, transaction.accesses());
    }
}

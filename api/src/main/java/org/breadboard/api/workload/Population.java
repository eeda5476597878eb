package org.breadboard.api.workload;

/** What a table holds before the first transaction: a pure function, so that it need not be stored. Any thread. */
public interface Population {
    /** How many candidates for a key there are; {@link #key} gives each. */
    long candidates();

    /** The {@code index}-th candidate's key; keys are distinct. */
    long key(long index);

    /**
     * Writes the initial value of a key: a candidate's, or any other that a transaction may insert.
     *
     * @param value as long as the table's values; zeros when called
     * @return false if there is no such record initially
     */
    boolean value(long key, byte[] value);
}

package org.breadboard.workloads.parts;

import org.breadboard.api.runtime.RandomStream;

/** Draws types of transactions by their percentages. Immutable; any thread. */
public final class TransactionMix {
    private final byte[] typeOfPercent = new byte[100];

    /**
     * A mix.
     *
     * @param percentages of each type, in the order of types; they add up to 100
     */
    public TransactionMix(int... percentages) {
        int filled = 0;
        for (int type = 0; type < percentages.length; type++) {
            if (percentages[type] < 0 || filled + percentages[type] > typeOfPercent.length) {
                throw new IllegalArgumentException("percentages must add up to 100");
            }
            for (int i = 0; i < percentages[type]; i++) {
                typeOfPercent[filled++] = (byte) type;
            }
        }
        if (filled != typeOfPercent.length) {
            throw new IllegalArgumentException("percentages add up to " + filled + " instead of 100");
        }
    }

    /** The next type. */
    public int next(RandomStream random) {
        return typeOfPercent[random.nextInt(typeOfPercent.length)];
    }
}

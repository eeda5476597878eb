package org.breadboard.kit.recovery;

/** Names a transaction that is being recovered, the same on all nodes. */
record RecoveryId(long epoch, long high, long low) {
    /** Spreads transactions over so many deciders. */
    int among(int deciders) {
        long mixed = (high * 0x9e3779b97f4a7c15L ^ low) * 0xd1b54a32d192ed03L;
        return (int) Long.remainderUnsigned(mixed ^ mixed >>> 29, deciders);
    }
}

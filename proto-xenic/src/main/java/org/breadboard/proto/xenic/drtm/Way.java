package org.breadboard.proto.xenic.drtm;

/** How a phase reaches another node. */
enum Way {
    /** The verbs READ, WRITE and compare-and-swap: the other node's CPU is not asked. */
    ONE_SIDED("one-sided"),
    /** A request that a thread of the other node serves. */
    RPC("rpc");

    private final String word;

    Way(String word) {
        this.word = word;
    }

    static Way of(String word) {
        return ONE_SIDED.word.equals(word) ? ONE_SIDED : RPC;
    }

    String word() {
        return word;
    }
}

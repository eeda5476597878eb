package org.breadboard.hw.htmbloom.cache;

/**
 * The sizes and times of a node's memory (HADES Table III).
 *
 * @param privateWays of L1 and L2
 * @param lineNs what each further line of one access adds, when lines overlap
 */
public record CacheParameters(
        int l1Bytes,
        int l2Bytes,
        int privateWays,
        double l1Ns,
        double l2Ns,
        int llcWays,
        double llcNs,
        double lineNs,
        int dramChannels,
        int dramBanks,
        double dramNs,
        double dramBankNs,
        double dramTransferNs) {}

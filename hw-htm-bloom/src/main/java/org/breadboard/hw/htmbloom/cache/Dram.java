package org.breadboard.hw.htmbloom.cache;

/**
 * The DRAM of a node: a line comes from one bank of one channel, which is busy for as long as an access takes, and then over the
 * channel. Lines go to channels in turn, and to a channel's banks in turn (assumed). One thread.
 */
final class Dram {
    private final double accessNs;
    private final double transferNs;
    private final double[] channelFreeNs;
    private final double[] bankFreeNs;
    private final int banks;

    /**
     * @param accessNs of a line, unloaded
     * @param transferNs of a line over its channel
     */
    Dram(int channels, int banks, double accessNs, double transferNs) {
        this.accessNs = accessNs;
        this.transferNs = transferNs;
        this.banks = banks;
        channelFreeNs = new double[channels];
        bankFreeNs = new double[channels * banks];
    }

    /** How long an access that begins now takes, waiting included. */
    double accessNs(double nowNs, long line) {
        int channel = (int) (line % channelFreeNs.length);
        int bank = channel * banks + (int) (line / channelFreeNs.length % banks);
        double begin = Math.max(nowNs, bankFreeNs[bank]);
        // The bank is busy until the row is closed again, which takes about half of what the core waits for (assumed).
        bankFreeNs[bank] = begin + accessNs / 2;
        double transfer = Math.max(begin + accessNs - transferNs, channelFreeNs[channel]);
        channelFreeNs[channel] = transfer + transferNs;
        return channelFreeNs[channel] - nowNs;
    }
}

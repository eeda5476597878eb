// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.cache;

/**
 * The DRAM of a node: a line comes from one bank of one channel, and then over the channel. Lines go to channels in
 * turn, and to a channel's banks in turn (assumed). One thread.
 */
final class Dram {
    private final double accessNs;
    private final double busyNs;
    private final double transferNs;
    private final double[] channelFreeNs;
    private final double[] bankFreeNs;
    private final int banks;

    /**
     * @param accessNs of a line, unloaded
     * @param busyNs how long a bank takes no other access
     * @param transferNs of a line over its channel
     */
    Dram(int channels, int banks, double accessNs, double busyNs, double transferNs) {
        this.accessNs = accessNs;
        this.busyNs = busyNs;
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
        bankFreeNs[bank] = begin + busyNs;
        double transfer = Math.max(begin + accessNs - transferNs, channelFreeNs[channel]);
        channelFreeNs[channel] = transfer + transferNs;
        return channelFreeNs[channel] - nowNs;
    }
}

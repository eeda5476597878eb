// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.fabric;

import java.util.List;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.Interposer;
import org.breadboard.api.runtime.Hop;
import org.breadboard.platform.nemesis.Nemesis;

/**
 * A network as the hardware of one of its switches sees it: what that puts in the way is in the way there.
 *
 * @param interposers what stands in the way at the switch, in order
 */
record SwitchView(SwitchFabric network, int which, List<Interposer> interposers, Nemesis nemesis) implements Fabric {
    @Override
    public Port attach(int node, double linkGbps, double oneWayNs, Hop ingress) {
        throw new IllegalStateException("a switch has no port of its own");
    }

    @Override
    public void interposeSwitch(Interposer interposer) {
        interposers.add(interposer);
    }

    @Override
    public boolean isFaulty() {
        return network.isFaulty();
    }

    @Override
    public boolean reaches(int node) {
        return network.reaches(node);
    }

    @Override
    public boolean mayCrash() {
        return network.mayCrash();
    }

    @Override
    public long life(long nowNs) {
        return nemesis.life(which, nowNs);
    }
}

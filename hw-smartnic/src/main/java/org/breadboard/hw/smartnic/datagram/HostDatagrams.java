// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.datagram;

import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Stage;
import org.breadboard.hw.smartnic.core.Cores;
import org.breadboard.hw.smartnic.nic.NicParameters;
import org.breadboard.kit.hardware.DatagramPort;
import org.breadboard.kit.hardware.Datagrams;

/**
 * Datagrams between host threads, as DPDK sends and receives them in bursts (Xenic 3.3): each is a packet of its own.
 * Those of a reliable port are sent again if they get lost.
 */
public final class HostDatagrams extends Datagrams {
    private final HardwareContext scope;
    private final NicParameters parameters;
    private final Hop fromHost;
    private final Cores cores;
    private final boolean faulty;

    /**
     * Of one NIC.
     *
     * @param fromHost where a datagram goes when the step has ended that rang the doorbell
     * @param cores what passes datagrams on, if the NIC is on-path
     */
    public HostDatagrams(HardwareContext scope, NicParameters parameters, Hop fromHost, Cores cores) {
        super(scope.node(), parameters.mtuBytes);
        this.scope = scope;
        this.parameters = parameters;
        this.fromHost = fromHost;
        this.cores = cores;
        faulty = scope.fabric().isFaulty();
    }

    @Override
    protected DatagramPort port(PortSpec spec) {
        cores.reservePassing(spec.number(), spec.sendSlots());
        return new HostPort(spec, scope, parameters, fromHost);
    }

    @Override
    public boolean mayLose() {
        return faulty;
    }

    @Override
    public Endpoint openReliable(Stage stage, int port, int receiveSlots, int sendSlots) {
        Endpoint opened = open(stage, port, receiveSlots, sendSlots);
        ((HostPort) opened).sendAgain();
        return opened;
    }
}

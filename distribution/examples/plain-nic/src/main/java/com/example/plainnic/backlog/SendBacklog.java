package com.example.plainnic.backlog;

import org.breadboard.api.hardware.Capability;

/** A NIC that tells its host how much it still has to send. */
public interface SendBacklog extends Capability {
    /**
     * How many datagrams of this node, of all its ports, were handed to the NIC and are not on the link yet. Takes no
     * time: the host has it from the NIC's last completion. Any thread.
     */
    int waiting();
}

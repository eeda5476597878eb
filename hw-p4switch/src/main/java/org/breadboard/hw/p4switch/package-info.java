/**
 * Programmable switches, and the Ethernet NICs whose frames they parse. The entry is
 * {@link org.breadboard.hw.p4switch.P4SwitchPlugin}; from there {@code EthernetHardware} builds an {@code EthernetNic}
 * per node and {@code P4SwitchHardware} a {@code P4Switch} per switch, which runs a program that
 * {@link org.breadboard.hw.p4switch.assembly} takes down on {@link org.breadboard.hw.p4switch.pipeline}.
 *
 * <p>A switch's pipeline is a stage: its registers belong to that stage's thread, and a pass is one step, in every
 * runtime. What threads share is the count of packets that a switch holds and a port's posted receives, both atomic
 * words.
 */
package org.breadboard.hw.p4switch;

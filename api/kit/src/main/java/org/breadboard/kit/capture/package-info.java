/**
 * What messages look like on a link, for a hardware's {@link org.breadboard.api.hardware.PacketCapture}. Entry types:
 * {@link org.breadboard.kit.capture.TransportPacket}, a packet of InfiniBand's transport, alone or as RoCE v2, and
 * {@link org.breadboard.kit.capture.EthernetHeaders}, those of a UDP datagram. One thread.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.capture;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

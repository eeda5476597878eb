/**
 * What hardware plug-ins share. Entry type: {@link org.breadboard.kit.hardware.DeclaredHardware}; a device that sends
 * datagrams extends {@link org.breadboard.kit.hardware.Datagrams} and {@link org.breadboard.kit.hardware.DatagramPort},
 * one that copies memory uses {@link org.breadboard.kit.hardware.TornCopies}. Optional: it is built on
 * {@code org.breadboard.api} alone, and the platform knows nothing of it.
 *
 * <p>Threading is that of devices: a port's state belongs to its stage; what other threads take are
 * {@link org.breadboard.kit.hardware.Slots}.
 */
@Version("0.1.0")
@Export
package org.breadboard.kit.hardware;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

/**
 * The packets of NOCC: a transaction header and a sequence of operations of fixed width (NOCC 3).
 * {@link org.breadboard.proto.nocc.packet.Wire} reads and writes the header in place,
 * {@link org.breadboard.proto.nocc.packet.WireFormat} the operations; {@link org.breadboard.proto.nocc.packet.OpList}
 * holds those of one transaction, {@link org.breadboard.proto.nocc.packet.Reassembly} puts fragments together. What
 * stores say to their backups is {@link org.breadboard.proto.nocc.packet.LogWire}'s. One thread at a time.
 */
package org.breadboard.proto.nocc.packet;

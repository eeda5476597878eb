// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

import static org.breadboard.api.pipeline.PacketDescription.entry;
import static org.breadboard.api.pipeline.PacketDescription.header;

import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PacketDescription.Match;
import org.breadboard.api.pipeline.PacketDescription.Place;

/**
 * What a switch has to know of these packets ({@link Wire}) to abort early by value: compares ask for the value that
 * they were executed on; the store's commits tell what was written, and its aborts what they found instead. A request
 * in several fragments is let pass. NOCC's own program does more: it takes what a request writes for the next value.
 */
public final class NoccPackets {
    private static final Place FLAGS = header(Wire.FLAGS_AT, 8);
    private static final Place FRAGMENTS = header(Wire.FRAGMENTS_AT, 8);
    private static final Place STATUS = header(Wire.STATUS_AT, 8);
    private static final Place TYPE = entry(0, 8);
    private static final Place KEY = entry(Wire.KEY_AT, 32);

    private NoccPackets() {}

    /**
     * The description.
     *
     * @param firstPort of the stores
     * @param ports how many they have
     */
    public static PacketDescription of(WireFormat format, int firstPort, int ports) {
        Place[] value = new Place[Wire.VALUE_BYTES / Integer.BYTES];
        for (int word = 0; word < value.length; word++) {
            value[word] = entry(Wire.VALUE_AT + word * Integer.BYTES, 32);
        }
        return PacketDescription.of(Wire.HEADER_BYTES, format.opBytes())
                .ports(firstPort, ports)
                .key(KEY)
                .values(value)
                .asks(compare(Wire.REQUEST))
                .asks(compare(Wire.PREPARE))
                .tells(FLAGS.is(Wire.RESPONSE | Wire.STORE_COMMIT), TYPE.is(Wire.UPDATED))
                .tells(FLAGS.is(Wire.RESPONSE), STATUS.is(Wire.ABORT), TYPE.is(Wire.VALUE))
                .tells(FLAGS.is(Wire.RESPONSE), STATUS.is(Wire.LOCKED), TYPE.is(Wire.VALUE))
                .refusedAs(FLAGS.is(Wire.RESPONSE | Wire.FROM_SWITCH), STATUS.is(Wire.OPTIMISTIC_ABORT))
                .build();
    }

    private static Match[] compare(int flags) {
        return new Match[] {FLAGS.is(flags), FRAGMENTS.is(1), TYPE.is(Wire.VALUE)};
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import java.util.List;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.workload.TableSpec;

/** Says what calls ask and answer, in the protocol's words. One thread. */
final class RpcReader implements MessageReader {
    private final RpcProtocolType protocol;
    private final List<TableSpec> tables;
    private final RecordCall call = new RecordCall();

    RpcReader(RpcProtocolType protocol, List<TableSpec> tables) {
        this.protocol = protocol;
        this.tables = List.copyOf(tables);
    }

    @Override
    public Reading read(Message message) {
        if (message.lengthBytes() < RecordAnswer.HEADER_BYTES) {
            return null;
        }
        if (RecordCall.isAnswer(message) && RecordCall.isNotice(message)) {
            return new Reading(Reading.UNNAMED, "notice taken");
        }
        if (RecordCall.isOrdered(message) && RecordCall.isAnswer(message)) {
            return new Reading(Reading.UNNAMED, "answer about an ordered table");
        }
        if (RecordCall.isAnswer(message)) {
            return new Reading(Reading.UNNAMED, "answer: " + protocol.answer(RecordAnswer.status(message)));
        }
        call.decode(message);
        if (call.isOrdered()) {
            String whose = call.isOfNode()
                    ? "part of a range"
                    : tables.get(call.table()).name() + " " + call.key();
            return new Reading(Reading.UNNAMED, OrderedServer.operation(call.operation()) + ' ' + whose);
        }
        if (call.isOfNode()) {
            String words = protocol.operation(call.operation());
            return new Reading(Reading.UNNAMED, words.endsWith(" on") ? words + " the node" : words);
        }
        String record = tables.get(call.table()).name() + ' ' + call.key();
        return new Reading(Reading.UNNAMED, protocol.operation(call.operation()) + ' ' + record);
    }
}

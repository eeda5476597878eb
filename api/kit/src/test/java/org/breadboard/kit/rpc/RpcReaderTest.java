// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;
import org.junit.jupiter.api.Test;

class RpcReaderTest {
    private final Message message = RuntimeAccess.get().message(64);
    private final List<TableSpec> tables = List.of(new TableSpec(0, "savings", 8, 100, false, "", 0));

    @Test
    void shouldSayWhatIsAskedAndAnsweredInTheProtocolsWords() {
        RpcReader reader = new RpcReader(new Silent(), tables);
        assertNull(reader.read(message), "it is empty");
        new RecordCall().of(4, 0, 1, 17, 0).encode(message, 2, 3, 5);
        assertEquals("operation 4 on savings 17", reader.read(message).words());
        RpcReader worded = new RpcReader(
                new Silent() {
                    @Override
                    protected String operation(int number) {
                        return "lock and read";
                    }

                    @Override
                    protected String answer(int status) {
                        return "locked";
                    }
                },
                tables);
        assertEquals("lock and read savings 17", worded.read(message).words());
        new RecordCall().ofNode(6, 0).encode(message, 2, 3, -1);
        assertEquals("operation 6 on the node", reader.read(message).words());
        new RecordCall().of(4, 0, 1, 17, 0).encode(message, 2, 3, 5);
        message.bytes()[0] = 2;
        RecordCall.address(message, message);
        assertEquals("answer: status 2", reader.read(message).words());
        assertEquals("answer: locked", worded.read(message).words());
    }

    /** A protocol's own words are not for the kit's calls, whatever their numbers. */
    @Test
    void shouldTellTheKitsCallsAboutOrderedTablesFromTheProtocols() {
        RpcReader reader = new RpcReader(new Silent(), tables);
        new RecordCall().of(OrderedServer.APPLY_LAST, 0, 1, 17, 0).ofOrdered().encode(message, 2, 3, 5);
        assertEquals("write to a backup savings 17", reader.read(message).words());
        new RecordCall().ofNode(OrderedServer.RANGE, 0).ofOrdered().encode(message, 2, 3, -2);
        assertEquals("look at part of a range", reader.read(message).words());
        new RecordCall().of(OrderedServer.RANGE, 0, 1, 17, 0).encode(message, 2, 3, 5);
        assertEquals("operation 0 on savings 17", reader.read(message).words());
    }

    /** A protocol that names nothing. */
    private static class Silent extends RpcProtocolType {
        @Override
        public String id() {
            return "silent";
        }

        @Override
        public String description() {
            return "names nothing";
        }

        @Override
        protected Promise promise() {
            return Promise.SERIALIZABLE;
        }

        @Override
        protected String store() {
            return "mica";
        }

        @Override
        protected List<Setting<?>> ownSettings() {
            return List.of();
        }

        @Override
        protected RecordServer server(Settings settings, TableCopies[] copies, MemoryCost cost) {
            throw new UnsupportedOperationException("nobody runs this");
        }

        @Override
        protected RpcTransaction transaction(RpcThread thread, TransactionSource source, int context) {
            throw new UnsupportedOperationException("nobody runs this");
        }

        @Override
        protected long version(long header) {
            throw new UnsupportedOperationException("nobody runs this");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.proto.fasst.rpc.RpcCaller;
import org.breadboard.proto.fasst.rpc.RpcHandler;
import org.breadboard.proto.fasst.table.TableRequest;
import org.breadboard.proto.fasst.table.TableService;

/** Serves the backups of one ordered table on one thread. Nobody else asks for an ordered table by RPC. */
final class BackupHandler implements RpcHandler {
    private final int table;
    private final LocalRecords records;
    private final TableRequest request = new TableRequest();

    BackupHandler(int table, LocalRecords records) {
        this.table = table;
        this.records = records;
    }

    @Override
    public int handle(
            Step step, RpcCaller caller, byte[] bytes, int at, int lengthBytes, byte[] response, int responseAt) {
        request.decode(bytes, at, lengthBytes);
        boolean deletes = request.op == TableRequest.DELETE;
        if (!request.isBackup() || !deletes && request.op != TableRequest.PUT) {
            throw new IllegalStateException("ordered table " + table + " knows no operation " + request.op);
        }
        boolean last = request.isLast();
        boolean applied = records.apply(
                step,
                table,
                request.partition,
                request.key,
                request.version,
                last,
                deletes,
                request.value,
                request.valueAt);
        if (!applied) {
            throw new IllegalStateException("ordered table " + table + ": version " + request.version + " of key "
                    + request.key + " came to a backup that lacks the one before it, or has no room");
        }
        return RpcHandler.reply(TableService.OK, 0);
    }
}

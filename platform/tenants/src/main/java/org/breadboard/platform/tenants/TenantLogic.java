// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;

/** A tenant's logic, which sees its own tables while it runs. */
final class TenantLogic implements TransactionLogic {
    private final String name;
    private final int firstTable;
    private final TransactionLogic own;

    TenantLogic(String tenant, int firstTable, TransactionLogic own) {
        name = tenant + "." + own.name();
        this.firstTable = firstTable;
        this.own = own;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Decision run(int round, LogicContext transaction) {
        transaction.tablesFrom(firstTable);
        try {
            return own.run(round, transaction);
        } finally {
            transaction.tablesFrom(0);
        }
    }

    @Override
    public double computeNs() {
        return own.computeNs();
    }

    @Override
    public boolean shippable() {
        return own.shippable();
    }

    @Override
    public int externalStateBytes() {
        return own.externalStateBytes();
    }
}

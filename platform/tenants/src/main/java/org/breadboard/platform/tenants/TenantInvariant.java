// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import org.breadboard.api.workload.Invariant;

/** A tenant's invariant, which sees the records of its own tables and the sum of its own transactions. */
final class TenantInvariant implements Invariant {
    private final String tenant;
    private final Invariant own;
    private final int firstTable;
    private final int endTable;
    private final int firstType;
    private final int endType;

    TenantInvariant(String tenant, Invariant own, int firstTable, int endTable, int firstType, int endType) {
        this.tenant = tenant;
        this.own = own;
        this.firstTable = firstTable;
        this.endTable = endTable;
        this.firstType = firstType;
        this.endType = endType;
    }

    @Override
    public String name() {
        return tenant + "." + own.name();
    }

    @Override
    public boolean accounts(int type) {
        return type >= firstType && type < endType && own.accounts(type - firstType);
    }

    @Override
    public Check begin() {
        Check check = own.begin();
        return check instanceof Changes changes ? new OfChanges(changes) : new OfAll(check);
    }

    private class OfAll implements Check {
        private final Check check;

        OfAll(Check check) {
            this.check = check;
        }

        @Override
        public void record(int table, long key, byte[] value) {
            if (isOwn(table)) {
                check.record(table - firstTable, key, value);
            }
        }

        @Override
        public String violation(long account) {
            return check.violation(account);
        }
    }

    private final class OfChanges extends OfAll implements Changes {
        private final Changes changes;

        OfChanges(Changes changes) {
            super(changes);
            this.changes = changes;
        }

        @Override
        public void was(int table, long key, byte[] value) {
            if (isOwn(table)) {
                changes.was(table - firstTable, key, value);
            }
        }
    }

    private boolean isOwn(int table) {
        return table >= firstTable && table < endTable;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.smallbank;

import org.breadboard.api.workload.Invariant;
import org.breadboard.workloads.parts.PresentKeys;

/**
 * No account is missing, none has damaged padding, and the bank holds to the cent what it held at first plus what
 * committed transactions paid in less what they paid out.
 */
final class MoneyConserved implements Invariant {
    private final SmallBankWorkload bank;
    private final int valueBytes;

    MoneyConserved(SmallBankWorkload bank, int valueBytes) {
        this.bank = bank;
        this.valueBytes = valueBytes;
    }

    @Override
    public String name() {
        return "money-conserved";
    }

    @Override
    public Check begin() {
        return new Count();
    }

    private final class Count implements Changes {
        private final PresentKeys[] present = {new PresentKeys(bank.accounts()), new PresentKeys(bank.accounts())};
        private long cents;
        private String damage;

        @Override
        public void was(int table, long key, byte[] value) {
            present[table].remove(key);
            cents -= Account.cents(value, valueBytes);
        }

        @Override
        public void record(int table, long key, byte[] value) {
            if (!present[table].add(key)) {
                damage("there is a second account, or one too many, of customer " + key + " in " + named(table));
            } else if (!Account.padded(table, key, value, valueBytes)) {
                damage("the padding behind the balance of customer " + key + " in " + named(table) + " has changed");
            }
            cents += Account.cents(value, valueBytes);
        }

        @Override
        public String violation(long paidIn) {
            for (int table = 0; table < present.length; table++) {
                long missing = present[table].firstMissing();
                if (missing >= 0) {
                    damage("the account of customer " + missing + " in " + named(table) + " is missing");
                }
            }
            if (damage != null) {
                return damage + ".";
            }
            return cents == paidIn
                    ? null
                    : "the bank holds " + cents + " cents more than at first, but committed transactions paid in "
                            + paidIn + ", a difference of " + (cents - paidIn) + " cents.";
        }

        private void damage(String sentence) {
            if (damage == null) {
                damage = sentence;
            }
        }
    }

    private static String named(int table) {
        return table == Account.SAVINGS ? "savings" : "checking";
    }
}

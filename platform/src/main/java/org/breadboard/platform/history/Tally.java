package org.breadboard.platform.history;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Counts what went into a check, and makes the verdict. */
final class Tally {
    private long transactions;
    private long operations;
    private long committed;
    private long aborted;
    private long unknown;
    private long unknownCommitted;
    private long[] accountSums = {};
    private long forgottenUnknown;

    void count(TransactionView view) {
        transactions++;
        operations += view.operations();
        switch (view.outcome()) {
            case COMMITTED -> {
                committed++;
                account(view.type(), view.account());
            }
            case ABORTED -> aborted++;
            case UNKNOWN -> unknown++;
        }
    }

    void countSeenCommitted(int type, long account) {
        unknownCommitted++;
        account(type, account);
    }

    private void account(int type, long account) {
        if (type >= accountSums.length) {
            accountSums = Arrays.copyOf(accountSums, type + 1);
        }
        accountSums[type] += account;
    }

    private Map<Integer, Long> accounts() {
        Map<Integer, Long> sums = new TreeMap<>();
        for (int type = 0; type < accountSums.length; type++) {
            sums.put(type, accountSums[type]);
        }
        return sums;
    }

    void countForgottenUnknown() {
        forgottenUnknown++;
    }

    /** {@code finals} is null if there was no final state to look at. */
    Verdict verdict(CheckOptions options, Findings findings, FinalStateCheck finals, boolean replicasEqual) {
        return new Verdict(
                findings.serializable(),
                options.strict(),
                options.strict() && findings.serializable() && !findings.has(AnomalyKind.REAL_TIME),
                finals != null,
                finals != null && replicasEqual,
                finals == null ? 0 : finals.unjudged(),
                transactions,
                operations,
                committed,
                aborted,
                unknown,
                unknownCommitted,
                accounts(),
                forgottenUnknown,
                findings.examples(),
                findings.counts());
    }
}

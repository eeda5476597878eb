package org.breadboard.platform.history;

/** Counts what went into a check, and makes the verdict. */
final class Tally {
    private long transactions;
    private long operations;
    private long committed;
    private long aborted;
    private long unknown;
    private long unknownCommitted;
    private long accountSum;
    private long forgottenUnknown;

    void count(TransactionView view) {
        transactions++;
        operations += view.operations();
        switch (view.outcome()) {
            case COMMITTED -> {
                committed++;
                accountSum += view.account();
            }
            case ABORTED -> aborted++;
            case UNKNOWN -> unknown++;
        }
    }

    void countSeenCommitted(long account) {
        unknownCommitted++;
        accountSum += account;
    }

    void countForgottenUnknown() {
        forgottenUnknown++;
    }

    Verdict verdict(CheckOptions options, Findings findings, boolean replicasChecked, boolean replicasEqual) {
        return new Verdict(
                findings.serializable(),
                options.strict(),
                options.strict() && findings.serializable() && !findings.has(AnomalyKind.REAL_TIME),
                replicasChecked,
                replicasChecked && replicasEqual,
                transactions,
                operations,
                committed,
                aborted,
                unknown,
                unknownCommitted,
                accountSum,
                forgottenUnknown,
                findings.examples(),
                findings.counts());
    }
}

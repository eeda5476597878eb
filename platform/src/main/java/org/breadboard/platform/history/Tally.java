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
                accountSum,
                forgottenUnknown,
                findings.examples(),
                findings.counts());
    }
}

/**
 * Checks histories.
 *
 * <pre>
 *   HistoryChecker          all at once, after a run  ─┐                                   ┌─ UnknownOutcomes  who committed after all
 *   WindowedHistoryChecker  in rounds, beside it      ─┼─▶ CheckRound ─▶ SerializationCheck ┼─ DependencyWalk, PredicateWalk, RealTimeWalk
 *   ElleExport              for Jepsen's Elle         ─┘   (what is at hand)               └─ CycleClassifier  what the cycles are called
 * </pre>
 *
 * <p>Entry types: {@link org.breadboard.platform.history.checking.HistoryChecker} judges a run whole, after it. Where a
 * mix says {@code check: windowed} the run stands still now and then, its recorders hand over what they have,
 * {@link org.breadboard.platform.history.checking.WindowedHistoryChecker} judges what is settled, and the chunks are
 * used again.
 *
 * <p>A round holds what is at hand as columns of primitives, and does not know who works on it. Checkers and exports
 * belong to one thread at a time. While that one is shown the final state, which calls plug-ins, a check of many keys
 * builds its graph on a second one ({@code SerializationCheck}), which calls none; so sentences, with names that
 * plug-ins give, are made later.
 */
package org.breadboard.platform.history.checking;

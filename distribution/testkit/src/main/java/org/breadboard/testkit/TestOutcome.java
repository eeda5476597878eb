package org.breadboard.testkit;

import java.util.List;
import java.util.Map;

/**
 * What came of a small run.
 *
 * @param verified nothing failed, and everything that was promised was found to hold
 * @param failure why the run itself failed, in one sentence, or null
 * @param findings what failed or was found not to hold, one sentence each
 * @param committed transactions that committed in the measured time
 * @param checked committed transactions that the history checker saw, over the whole run
 * @param unknown transactions of which nobody can say whether they committed
 * @param types committed by type of transaction
 * @param aborts attempts that did not commit, by reason
 * @param counters what plug-ins counted
 * @param remarks what the protocol remarked
 */
public record TestOutcome(
        boolean verified,
        String failure,
        List<String> findings,
        long committed,
        long checked,
        long unknown,
        Map<String, Long> types,
        Map<String, Long> aborts,
        Map<String, Long> counters,
        List<String> remarks) {}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.tracing.MixTrace;
import org.breadboard.platform.tracing.TraceRequest;

/** Has packets of mixes captured. */
final class Captures {
    private Captures() {}

    /** Captures from when measuring begins, InfiniBand in records of ERF; {@code trace} may be null. */
    static ExitStatus write(TestBoard board, String mix, Path trace, Path packets, long forUs, String... sets) {
        return write(board, mix, trace, packets, true, forUs, sets);
    }

    /** The same; {@code records} says whether InfiniBand is in records of ERF. */
    static ExitStatus write(
            TestBoard board, String mix, Path trace, Path packets, boolean records, long forUs, String... sets) {
        board.forget();
        Console console = board.console(new Cancellation());
        TraceRequest request =
                new TraceRequest(mix, List.of(sets), trace, packets, records, OptionalLong.empty(), forUs);
        return board.of(Path.of("none")).call("run " + mix, mix, console, scope -> {
            new MixTrace(scope.plugins(), scope.folders(), scope.patience(), console).write(request);
            return ExitStatus.DONE;
        });
    }
}

package org.breadboard.platform.live;

import org.breadboard.platform.runtime.ApiProbes;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.EngineContract;
import org.junit.jupiter.api.Nested;

/** The contract of runtimes, live: on fewer threads than nodes, and on more than there may be cores. */
class LiveEngineContractTest {
    private static LiveEngine live(long seed, int threads, Spread spread) {
        return new LiveEngine(seed, threads, spread, LiveEngine.DEFAULT_HANG_NS);
    }

    private abstract static class Contract extends EngineContract {
        @Override
        protected long messagesOut(Engine of) {
            return ((LiveEngine) of).messagesOut();
        }

        @Override
        protected long staleArrivals(Engine of) {
            return ((LiveEngine) of).staleArrivals();
        }
    }

    private abstract static class Probes extends ApiProbes {
        @Override
        protected long messagesOut(Engine of) {
            return ((LiveEngine) of).messagesOut();
        }

        @Override
        protected long staleArrivals(Engine of) {
            return ((LiveEngine) of).staleArrivals();
        }
    }

    @Nested
    class OneThread extends Contract {
        @Override
        protected Engine newEngine(long seed) {
            return live(seed, 1, Spread.BY_NODE);
        }
    }

    @Nested
    class TwoThreads extends Contract {
        @Override
        protected Engine newEngine(long seed) {
            return live(seed, 2, Spread.BY_NODE);
        }
    }

    @Nested
    class FourThreadsAcrossNodes extends Contract {
        @Override
        protected Engine newEngine(long seed) {
            return live(seed, 4, Spread.ACROSS_NODES);
        }
    }

    @Nested
    class ProbesOnOneThread extends Probes {
        @Override
        protected Engine newEngine(long seed) {
            return live(seed, 1, Spread.BY_NODE);
        }
    }

    @Nested
    class ProbesOnTwoThreads extends Probes {
        @Override
        protected Engine newEngine(long seed) {
            return live(seed, 2, Spread.BY_NODE);
        }
    }

    @Nested
    class ProbesOnFourThreads extends Probes {
        @Override
        protected Engine newEngine(long seed) {
            return live(seed, 4, Spread.ACROSS_NODES);
        }
    }
}

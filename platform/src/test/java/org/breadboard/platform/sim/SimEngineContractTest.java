package org.breadboard.platform.sim;

import org.breadboard.platform.runtime.ApiProbes;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.EngineContract;
import org.junit.jupiter.api.Nested;

/** The contract of runtimes, in virtual time. */
class SimEngineContractTest {
    private abstract static class Contract extends EngineContract {
        @Override
        protected long messagesOut(Engine of) {
            return ((SimEngine) of).messagesOut();
        }

        @Override
        protected long staleArrivals(Engine of) {
            return ((SimEngine) of).staleArrivals();
        }
    }

    private abstract static class Probes extends ApiProbes {
        @Override
        protected long messagesOut(Engine of) {
            return ((SimEngine) of).messagesOut();
        }

        @Override
        protected long staleArrivals(Engine of) {
            return ((SimEngine) of).staleArrivals();
        }
    }

    @Nested
    class Figures extends Contract {
        @Override
        protected Engine newEngine(long seed) {
            return new SimEngine(seed, false);
        }
    }

    @Nested
    class Explore extends Contract {
        @Override
        protected Engine newEngine(long seed) {
            return new SimEngine(seed, true);
        }
    }

    @Nested
    class ProbesInFigures extends Probes {
        @Override
        protected Engine newEngine(long seed) {
            return new SimEngine(seed, false);
        }
    }

    @Nested
    class ProbesInExplore extends Probes {
        @Override
        protected Engine newEngine(long seed) {
            return new SimEngine(seed, true);
        }
    }
}

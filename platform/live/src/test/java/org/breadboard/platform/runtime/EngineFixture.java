// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A test that runs on every runtime. What threads and the control thread share in it is volatile or atomic. */
@ParameterizedClass
@EnumSource(Runtimes.class)
abstract class EngineFixture {
    private static final long PATIENCE_NS = 20_000_000_000L;

    @Parameter
    private Runtimes runtime;

    /** The runtime under test, fresh for each test. */
    protected Engine engine;

    /** A new runtime of the same kind. */
    protected final Engine newEngine(long seed) {
        return runtime.engine(seed);
    }

    /** How many messages are taken and not given back. */
    protected static long messagesOut(Engine of) {
        return Runtimes.messagesOut(of);
    }

    /** How many arrivals came too late for their attempt. */
    protected static long staleArrivals(Engine of) {
        return Runtimes.staleArrivals(of);
    }

    @BeforeEach
    final void makeEngine() {
        engine = newEngine(1);
    }

    @AfterEach
    final void closeEngine() {
        engine.close();
    }

    /** A stage that handles messages with {@code onMessage} and has nothing to transmit. */
    protected final Stage stage(int node, String name, StageProgram onMessage) {
        return engine.stage(node, 0, StageSpec.named(name), onMessage);
    }

    /** A stage that wants no messages. */
    protected final Stage stage(int node, String name) {
        return stage(node, name, (step, message) -> {
            throw new IllegalStateException("a message for " + name);
        });
    }

    /** A task from one function. */
    protected static Task task(Function<Step, Task.Next> body) {
        return new Task() {
            @Override
            protected Next step(Step step) {
                return body.apply(step);
            }
        };
    }

    /** A hop that delivers to a stage. */
    protected static Hop deliverTo(Stage stage) {
        return (transit, message) -> transit.deliver(stage, message);
    }

    /** Sends a message with a number in register 0. */
    protected static void send(Step step, Hop hop, long number) {
        Message message = step.take(64);
        message.register(0, number);
        step.leave(hop, message);
    }

    /** Runs until {@code done}, which the control thread asks; fails if that never happens. */
    protected final void runUntilDone(BooleanSupplier done) {
        Engine.Progress progress = engine.runUntil(engine.nowNs() + PATIENCE_NS, done);
        if (progress == Engine.Progress.FAILED) {
            throw new AssertionError(engine.failure().where(), engine.failure().cause());
        }
        assertTrue(done.getAsBoolean(), () -> "never done; the run ended as " + progress);
    }

    /** Runs on for a while, so that what should not happen has time to. */
    protected final void runOn(long ns) {
        Engine.Progress progress = engine.runUntil(engine.nowNs() + ns, () -> false);
        if (progress == Engine.Progress.FAILED) {
            throw new AssertionError(engine.failure().where(), engine.failure().cause());
        }
    }
}

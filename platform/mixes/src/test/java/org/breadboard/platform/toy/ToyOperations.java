// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** Operations that keep their stage busy for a while, with a pause between them; some go wrong on request. */
final class ToyOperations implements ProtocolType {
    private static final Setting<Long> WORK_NS =
            Setting.integer("workNs", "ns", 1000, 1, 1_000_000, "how long an operation keeps its stage busy");
    private static final Setting<Long> PAUSE_NS =
            Setting.integer("pauseNs", "ns", 0, 0, 1_000_000, "how long a context rests between operations");
    private static final Setting<Path> TOYS = Setting.file("toys", "a list of toys, which nobody reads");
    private static final Setting<String> MOOD = Setting.choice(
            "mood",
            List.of(
                    "good",
                    "throws",
                    "hangs",
                    "hungry",
                    "wrong",
                    "exits",
                    "hangs-built",
                    "hangs-judged",
                    "throws-judged"),
            "how it behaves");

    @Override
    public String id() {
        return "toy-ops";
    }

    @Override
    public String description() {
        return "operations that take a while";
    }

    @Override
    public Runs runs() {
        return Runs.OPERATIONS;
    }

    @Override
    public ProtocolTraits traits() {
        return ProtocolTraits.promising(Promise.SERIALIZABLE).tolerating(Fault.LOSS);
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(WORK_NS, PAUSE_NS, MOOD, TOYS);
    }

    @Override
    public Set<Class<? extends Capability>> requires() {
        return Set.of();
    }

    @Override
    public int maxContexts(Settings settings, int nodes, int threads) {
        return 19;
    }

    @Override
    public int maxValueBytes() {
        return 0;
    }

    @Override
    public Protocol create(ProtocolContext context) {
        return node -> {
            if (context.settings().get(MOOD).equals("hangs-built")) {
                ToyHangs.forAWhile();
            }
            return build(context, node);
        };
    }

    private static ProtocolNode build(ProtocolContext context, NodeContext node) {
        for (int thread = 0; thread < context.threads(); thread++) {
            Stage stage = node.stage(StageSpec.named("thread" + thread), new Deaf());
            Operations operations = node.operations(stage);
            for (int i = 0; i < context.contexts(); i++) {
                stage.add(new Operation(context.settings(), operations));
            }
        }
        String mood = context.settings().get(MOOD);
        return new ProtocolNode() {
            @Override
            public void records(int partition, RecordVisitor visitor) {}

            @Override
            public List<String> violations() {
                if (mood.equals("throws-judged")) {
                    throw new IllegalStateException("a toy cannot say");
                }
                if (mood.equals("hangs-judged")) {
                    ToyHangs.forAWhile();
                }
                return List.of();
            }
        };
    }

    private static final class Deaf implements StageProgram {
        @Override
        public void receive(Step step, Message message) {
            throw new IllegalStateException("nobody sends anything here");
        }
    }

    private static final class Operation extends Task {
        private final long workNs;
        private final long pauseNs;
        private final String mood;
        private final Operations operations;
        private final List<long[]> eaten = new ArrayList<>();
        private boolean working;
        private long startedNs;

        Operation(Settings settings, Operations operations) {
            workNs = settings.get(WORK_NS);
            pauseNs = settings.get(PAUSE_NS);
            mood = settings.get(MOOD);
            this.operations = operations;
        }

        @Override
        protected Next step(Step step) {
            if (working) {
                behave(step);
                operations.completed(step, startedNs);
            }
            working = !working;
            if (operations.stopping(step)) {
                return Next.DONE;
            }
            if (working) {
                startedNs = step.nowNs();
                step.busy((double) (workNs + step.random().nextInt(10)));
            } else if (pauseNs > 0) {
                step.timer(this, (double) pauseNs);
                return Next.AWAIT;
            }
            return Next.AGAIN;
        }

        private void behave(Step step) {
            switch (mood) {
                case "throws" -> throw new IllegalStateException("a toy broke");
                case "wrong" -> operations.wrong(step, "A toy came back in another colour.");
                case "exits" -> {
                    System.err.println("a toy says goodbye");
                    Runtime.getRuntime().halt(42);
                }
                case "hungry" -> {
                    while (!mood.isEmpty()) {
                        eaten.add(new long[1 << 20]);
                    }
                }
                case "hangs" -> {
                    while (!mood.isEmpty()) {
                        Thread.onSpinWait();
                    }
                }
                default -> {}
            }
        }
    }
}

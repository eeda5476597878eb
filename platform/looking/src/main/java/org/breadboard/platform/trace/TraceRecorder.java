// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.runtime.Carrier;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.sim.SimObserver;

/**
 * Writes a {@link Trace}, and finds out whose everything is. A message is of the attempt in whose step it was taken, or
 * of the one that its bytes name, if the protocol reads them ({@link MessageReader}); a step is of the attempt whose
 * message or task it handles. What names an attempt is learned from messages that its own steps took. One thread, the
 * engine's.
 */
public final class TraceRecorder implements SimObserver {
    private static final int SCRATCH_BYTES = 1 << 16;

    private final MessageReader reader;
    private final Passing passing;
    private final Trace trace = new Trace();
    private final Message scratch = RuntimeAccess.get().message(SCRATCH_BYTES);
    private final IdentityHashMap<Message, Life> lives = new IdentityHashMap<>();
    private final IdentityHashMap<Task, Turn> turns = new IdentityHashMap<>();
    private final IdentityHashMap<Stage, Place> stages = new IdentityHashMap<>();
    private final IdentityHashMap<Stage, Span> lastSteps = new IdentityHashMap<>();
    private final IdentityHashMap<Stage, Map<Integer, Span>> lastOfAttempt = new IdentityHashMap<>();
    private final Map<Long, Integer> named = new HashMap<>();
    private final Map<Integer, Integer> ofClient = new HashMap<>();

    private Stage stage;
    /** The step that goes on, or null. */
    private Span step;
    /** The attempt that it is of, or 0. */
    private int attempt;

    private Task task;
    private int messages;
    /** The message at the hop that goes on, or null. */
    private Message atHop;

    /** Told of each message that comes to a resource, when its span is known. By the engine's thread. */
    @FunctionalInterface
    public interface Passing {
        /** Does not listen. */
        Passing UNHEARD = (message, span, from) -> {};

        /**
         * A message comes to a resource.
         *
         * @param from the stage that it left last, or null if it has left none since the recorder began
         */
        void passes(Message message, Span span, Place from);
    }

    /** A recorder of nothing yet; {@code reader} reads the protocol's messages. */
    public TraceRecorder(MessageReader reader, Passing passing) {
        this.reader = reader;
        this.passing = passing;
    }

    /** What was recorded so far. */
    public Trace trace() {
        return trace;
    }

    /** A message from where it was taken to its end. */
    private static final class Life {
        private final int number;
        private int attempt;
        /** The step in which it was taken, or which received it; null if a hop took it. */
        private Span step;
        /** Where it was last. */
        private Span last;

        /** The stage that it, or the message that it was taken for, left last. */
        private Place from;

        private double inRingNs = Double.NaN;

        Life(int number) {
            this.number = number;
        }
    }

    /** A task, and what lets it run next. */
    private static final class Turn {
        private int attempt;
        /** Whether its attempt is that of its own client. */
        private boolean own;

        private Span cause;
        private double wokenNs = Double.NaN;
    }

    // What clients say.

    /** A client begins an attempt, or goes on with one that has no outcome yet, in the step that goes on. */
    public void began(int client, int type, long nowNs) {
        if (step == null) {
            return;
        }
        Integer open = ofClient.get(client);
        if (open != null && trace.attempt(open).last() == null) {
            attempt = open;
            step.add(new Span.Part(attempt, "tries again", lastOf(stage, attempt)));
        } else {
            attempt = trace.begin(client, type, nowNs, step);
            ofClient.put(client, attempt);
            step.add(new Span.Part(attempt, "begins", null));
        }
        if (task != null) {
            Turn turn = turn(task);
            turn.attempt = attempt;
            turn.own = true;
        }
    }

    /** A client knows the outcome of its attempt, in the step that goes on. */
    public void ended(int client, String outcome) {
        Integer number = ofClient.get(client);
        if (step == null || number == null) {
            return;
        }
        if (step.part(number) == null) {
            step.add(new Span.Part(number, null, lastOf(stage, number)));
        }
        trace.end(number, step, outcome);
    }

    // What the engine says.

    @Override
    public void stepBegins(Stage at, long nowNs, Message message, Task of) {
        stage = at;
        task = of;
        atHop = null;
        attempt = 0;
        int number = message == null ? 0 : life(message).number;
        step = new Span(Span.Kind.STEP, place(at), number, (double) nowNs, (double) nowNs);
        String words = null;
        Span cause = null;
        if (message != null) {
            Life life = life(message);
            List<Span.Part> parts = parts(message, life, null);
            attempt = parts.get(0).transaction();
            words = parts.get(0).words();
            cause = life.last;
            step.arrived(Double.isNaN(life.inRingNs) ? nowNs : life.inRingNs);
            life.step = step;
            life.last = step;
        }
        if (of != null) {
            Turn turn = turn(of);
            if (attempt == 0 || turn.own) {
                attempt = turn.attempt;
            }
            if (message == null) {
                cause = turn.cause;
                step.arrived(arrival(turn, nowNs));
            }
            turn.cause = step;
            turn.wokenNs = Double.NaN;
        }
        if (attempt != 0) {
            step.add(new Span.Part(attempt, words, cause));
        }
    }

    private static double arrival(Turn turn, long nowNs) {
        double readyNs = turn.cause == null ? Double.NaN : turn.cause.endedNs();
        double fromNs = Double.isNaN(turn.wokenNs) ? readyNs : turn.wokenNs;
        return fromNs <= nowNs ? fromNs : nowNs;
    }

    @Override
    public void stepEnds(long untilNs) {
        step.ended((double) untilNs, (double) untilNs);
        if (untilNs > step.beganNs() || !step.parts().isEmpty()) {
            trace.add(step);
            for (Span.Part part : step.parts()) {
                lastOfAttempt.computeIfAbsent(stage, any -> new HashMap<>()).put(part.transaction(), step);
            }
        }
        lastSteps.put(stage, step);
        step = null;
        attempt = 0;
    }

    @Override
    public void readied(Task ready) {
        Turn turn = turn(ready);
        if (step != null) {
            turn.cause = step;
            if (!turn.own && attempt != 0) {
                turn.attempt = attempt;
            }
        }
    }

    @Override
    public void taken(Message message) {
        Life life = new Life(++messages);
        if (step != null) {
            life.attempt = attempt;
            life.step = step;
            life.last = step;
        } else if (atHop != null) {
            Life parent = life(atHop);
            life.last = parent.last;
            life.from = parent.from;
            life.attempt = atHop.owner() instanceof Carrier ? 0 : parent.attempt;
        }
        lives.put(message, life);
    }

    @Override
    public void released(Message message) {
        Life life = lives.remove(message);
        if (life != null && life.attempt != 0 && life.step != null && message.lengthBytes() > 0) {
            attemptOf(read(message), life);
        }
    }

    @Override
    public void leaves(Stage from, long nowNs, Message message) {
        atHop = message;
        Life life = life(message);
        Span sending = lastSteps.get(from);
        double beganNs = sending == null || sending == life.step ? (double) nowNs : sending.beganNs();
        Span span = new Span(Span.Kind.LEAVING, place(from), life.number, beganNs, beganNs);
        parts(message, life, from).forEach(span::add);
        Span cause = span.parts().get(0).cause();
        if (cause != null) {
            span.arrived(Math.min(cause.endedNs(), beganNs));
        }
        span.ended((double) nowNs, (double) nowNs);
        trace.add(span);
        life.last = span;
        life.from = span.place();
    }

    @Override
    public void atHop(Message message) {
        atHop = message;
        step = null;
        attempt = 0;
    }

    @Override
    public void serves(
            int node, String resource, Message message, long nowNs, double beginsNs, double servedNs, long leavesNs) {
        Life life = life(message);
        Place place = new Place(node, resource, false);
        // It leaves at whole nanoseconds, which may be just before its service ends, or begins.
        double outNs = (double) leavesNs;
        Span span = new Span(Span.Kind.PASSING, place, life.number, (double) nowNs, Math.min(beginsNs, outNs));
        parts(message, life, null).forEach(span::add);
        span.ended(Math.min(servedNs, outNs), outNs);
        if (place.isLink()) {
            span.takes(message.wireBytes());
        }
        trace.add(span);
        life.last = span;
        passing.passes(message, span, life.from);
    }

    @Override
    public void arrives(Stage at, long nowNs, Message message, Task of) {
        if (message != null) {
            life(message).inRingNs = nowNs;
        } else if (of != null) {
            Turn turn = turn(of);
            turn.wokenNs = nowNs;
            if (atHop != null && life(atHop).last != null) {
                turn.cause = life(atHop).last;
            }
        }
    }

    // Whose something is.

    /** The parts of a message; where it leaves a stage, each comes from the last step there of its attempt. */
    private List<Span.Part> parts(Message message, Life life, Stage leaving) {
        List<Span.Part> parts = new ArrayList<>(1);
        if (message.owner() instanceof Carrier carrier) {
            carrier.carried(message, scratch, inner -> parts.add(part(inner, lives.get(inner), life, leaving)));
        }
        if (parts.isEmpty()) {
            parts.add(part(message, life, life, leaving));
        }
        return parts;
    }

    private Span.Part part(Message message, Life own, Life carrying, Stage leaving) {
        MessageReader.Reading reading = read(message);
        int of = attemptOf(reading, own);
        boolean here = own != null && own.step != null && own.step.part(of) != null;
        Span cause = leaving == null ? carrying.last : here ? own.step : lastOf(leaving, of);
        return new Span.Part(of, reading == null ? null : reading.words(), cause);
    }

    /** What its owner says, or else the protocol. */
    private MessageReader.Reading read(Message message) {
        MessageReader.Reading ofOwner = message.owner() instanceof MessageReader owner ? owner.read(message) : null;
        return ofOwner == null ? reader.read(message) : ofOwner;
    }

    private int attemptOf(MessageReader.Reading reading, Life life) {
        int taken = life == null ? 0 : life.attempt;
        if (reading == null || reading.attempt() == MessageReader.Reading.UNNAMED) {
            return taken;
        }
        Integer known = named.get(reading.attempt());
        boolean isNews = taken != 0
                && life.step != null
                && (known == null || known < taken && clientOf(known) == clientOf(taken));
        if (isNews) {
            named.put(reading.attempt(), taken);
            return taken;
        }
        return known == null ? 0 : known;
    }

    private int clientOf(int number) {
        return trace.attempt(number).client();
    }

    private Span lastOf(Stage at, int number) {
        return lastOfAttempt.getOrDefault(at, Map.of()).get(number);
    }

    private Life life(Message message) {
        return lives.computeIfAbsent(message, any -> new Life(++messages));
    }

    private Turn turn(Task of) {
        return turns.computeIfAbsent(of, any -> new Turn());
    }

    private Place place(Stage at) {
        return stages.computeIfAbsent(at, any -> new Place(at.node(), at.name(), true));
    }
}

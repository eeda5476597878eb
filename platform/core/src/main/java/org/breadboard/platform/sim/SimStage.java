// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.platform.nemesis.Instants;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Arrival;
import org.breadboard.platform.runtime.BuiltStage;
import org.breadboard.platform.runtime.Inbox;
import org.breadboard.platform.runtime.StepEnds;

/**
 * A stage in virtual time. It has at most one event: the end of its present step, at which what that step sent leaves,
 * and the next step begins.
 */
final class SimStage extends BuiltStage implements SimPart, Step, StepEnds {
    private static final RuntimeAccess ACCESS = RuntimeAccess.get();

    private static final int SPARE_SLOTS = 4;
    /**
     * What a look at a full send queue takes a stage that has nothing else to do, where its program charges nothing for
     * it: time has to pass until there is room. No setting, since it stands for no work of a protocol; who polls for
     * something charges for it.
     */
    private static final double POLL_NS = 100;

    private static final int STEPS_WITHOUT_TIME = 10_000_000;

    private enum Phase {
        IDLE,
        RECEIVE,
        RUN,
        TRANSMIT
    }

    private final SimProcess.Outsiders outsiders;
    private final Pace pace;
    private final StageProgram program;
    private final RandomStream random;
    private SimProcess process;
    private int source;

    private int toReceive;
    private int toRun;
    private Phase phase = Phase.IDLE;
    private boolean full;
    private boolean scheduled;
    private boolean inStep;
    private boolean dead;

    private double stepBusyNs;
    private double stepStallNs;
    private double remainderNs;
    private final StepOutput output = new StepOutput();

    private double busyNs;
    private double busyUntilNs;
    private long steps;
    private long received;

    SimStage(
            int id,
            int node,
            int generation,
            String name,
            StageProgram program,
            Pace pace,
            RandomStream random,
            SimProcess.Outsiders outsiders) {
        super(id, node, generation, name, SPARE_SLOTS);
        this.outsiders = outsiders;
        this.pace = pace;
        this.program = program;
        this.random = random;
    }

    /** It belongs to this process from now on, where its events have this source. Before anything happens to it. */
    void place(SimProcess where, int as) {
        process = where;
        source = as;
    }

    SimProcess process() {
        return process;
    }

    void start() {
        open();
        if (runnable().size() > 0) {
            awaken(process.nowNs());
        }
    }

    // Arrivals.

    void arrive(int kind, Message message, Task task, long attempt) {
        if (dead) {
            if (message != null) {
                process.release(message);
            }
            return;
        }
        offer(kind, message, task, attempt);
        if (!scheduled) {
            awaken(process.nowNs());
        }
    }

    void die() {
        dead = true;
        output.drop(process);
    }

    private void awaken(long atNs) {
        if (!scheduled) {
            pace.begin();
        }
        scheduled = true;
        Nemesis nemesis = outsiders.nemesis;
        long wakesNs = nemesis == null ? atNs : nemesis.wakesAt(node(), atNs);
        process.scheduler().schedule(source, wakesNs, null, null);
    }

    // The burst.

    /** The present step ends now: send what it sent, then begin the next ones until one takes time. */
    void onEvent(long nowNs) {
        for (int instant = 0; instant < STEPS_WITHOUT_TIME && leaves(nowNs); instant++) {
            if (!nextStep()) {
                rest();
                return;
            }
            long tookNs = dead ? 0 : endStep(nowNs);
            if (tookNs > 0) {
                awaken(nowNs + tookNs);
                return;
            }
        }
        if (dead) {
            return;
        }
        throw new IllegalStateException("stage " + name() + " of node " + node() + " took " + STEPS_WITHOUT_TIME
                + " steps without letting time pass");
    }

    /** What the step that was done sends leaves; false if the stage is dead by then. */
    private boolean leaves(long nowNs) {
        Instants instants = outsiders.instants;
        if (instants != null && !dead) {
            instants.atStep(process.place(), output.isAny(), nowNs);
        }
        boolean left = !dead && output.send(process, outsiders.observer, this, this, nowNs);
        if (instants != null && left && goesOn()) {
            instants.atStep(process.place(), true, nowNs);
        }
        return !dead;
    }

    private void rest() {
        scheduled = false;
        pace.rest();
    }

    private boolean nextStep() {
        Instants instants = outsiders.instants;
        if (instants == null) {
            return step();
        }
        instants.begins();
        boolean was = step();
        instants.ends(process.place(), process.nowNs());
        return was;
    }

    private boolean step() {
        if (!goesOn()) {
            return false;
        }
        if (phase == Phase.IDLE) {
            toReceive = inbox().available();
            phase = Phase.RECEIVE;
        }
        if (phase == Phase.RECEIVE) {
            if (receiveStep()) {
                return true;
            }
            phase = Phase.RUN;
            toRun = runnable().size();
        }
        if (phase == Phase.RUN) {
            if (toRun > 0) {
                runStep();
                return true;
            }
            phase = Phase.TRANSMIT;
        }
        beginStep(null, null);
        StageProgram.Transmit sent = program.transmit(this);
        inStep = false;
        if (sent != StageProgram.Transmit.SENT) {
            phase = Phase.IDLE;
            full = sent == StageProgram.Transmit.FULL;
            if (full && stepBusyNs == 0 && stepStallNs == 0 && !hasWork()) {
                stepBusyNs = POLL_NS;
            }
        }
        return true;
    }

    private boolean hasWork() {
        return runnable().size() > 0 || inbox().available() > 0;
    }

    private boolean goesOn() {
        return phase != Phase.IDLE || full || hasWork();
    }

    /** Takes arrivals until one makes a step; stale ones make none. */
    private boolean receiveStep() {
        while (toReceive > 0) {
            toReceive--;
            Inbox inbox = inbox();
            Message message = inbox.message();
            Task task = inbox.task();
            int kind = inbox.kind();
            long attempt = inbox.attempt();
            inbox.free();
            received++;
            if (message != null) {
                ACCESS.leavePlace(message);
            }
            if (kind != Arrival.MESSAGE && (task.attempt() != attempt || ACCESS.isDone(task))) {
                process.stale(message);
                continue;
            }
            beginStep(message, task);
            switch (kind) {
                case Arrival.MESSAGE -> program.receive(this, message);
                case Arrival.COMPLETION -> readyIf(ACCESS.offer(task, this, message), task);
                case Arrival.SQUASH -> readyIf(ACCESS.offerSquash(task, this), task);
                default -> runnable().add(task);
            }
            inStep = false;
            if (message != null) {
                process.releaseUnlessKept(message);
            }
            return true;
        }
        return false;
    }

    private void readyIf(boolean ready, Task task) {
        if (ready) {
            runnable().add(task);
        }
    }

    private void runStep() {
        toRun--;
        Task task = runnable().poll();
        beginStep(null, task);
        Task.Next next = ACCESS.run(task, this);
        inStep = false;
        if (next == Task.Next.AGAIN) {
            runnable().add(task);
        }
    }

    /** One that takes a message, that is about a task, both or (what is gathered leaves) neither. */
    private void beginStep(Message message, Task task) {
        inStep = true;
        stepBusyNs = 0;
        stepStallNs = 0;
        steps++;
        if (outsiders.observer != null) {
            outsiders.observer.stepBegins(this, process.nowNs(), message, task);
        }
    }

    private long endStep(long nowNs) {
        double tookExactlyNs = pace.tookNs(stepBusyNs, stepStallNs);
        if (outsiders.nemesis != null) {
            tookExactlyNs *= outsiders.nemesis.slowness(node(), nowNs);
        }
        double exact = tookExactlyNs + remainderNs;
        long tookNs = (long) exact;
        remainderNs = exact - tookNs;
        busyNs += tookExactlyNs;
        busyUntilNs = (double) nowNs + tookExactlyNs;
        if (outsiders.observer != null) {
            outsiders.observer.stepEnds(nowNs + tookNs);
        }
        process.timers().addAll(output, this, nowNs + tookNs);
        return tookNs;
    }

    // The step's context.

    @Override
    public long nowNs() {
        return process.nowNs();
    }

    @Override
    public void busy(double ns) {
        if (!(ns >= 0)) {
            throw new IllegalArgumentException("busy for " + ns + " ns");
        }
        stepBusyNs += ns;
    }

    @Override
    public void stall(double ns) {
        if (!(ns >= 0)) {
            throw new IllegalArgumentException("stalled for " + ns + " ns");
        }
        stepStallNs += ns;
    }

    @Override
    public Stage stage() {
        return this;
    }

    @Override
    public RandomStream random() {
        return random;
    }

    @Override
    public Message take(int capacityBytes) {
        Message message = process.take(capacityBytes);
        message.sourceNode(node());
        message.epoch(generation());
        return message;
    }

    @Override
    public void release(Message message) {
        process.release(message);
    }

    @Override
    public void leave(Hop hop, Message message) {
        if (!inStep) {
            throw new IllegalStateException("stage " + name() + " sends outside a step");
        }
        output.add(hop, message);
    }

    @Override
    public void ready(Task task) {
        told(task);
        runnable().add(task);
    }

    @Override
    public void timer(Task task, double delayNs) {
        told(task);
        output.add(task, delayNs);
    }

    @Override
    public void atEnd(StepEnds.Listener listener) {
        output.add(listener);
    }

    private void told(Task task) {
        if (outsiders.observer != null) {
            outsiders.observer.readied(task);
        }
    }

    // Reports.

    /** When the last step that has begun is over. */
    double busyUntilNs() {
        return busyUntilNs;
    }

    double busyNs() {
        return busyNs;
    }

    long steps() {
        return steps;
    }

    long received() {
        return received;
    }
}

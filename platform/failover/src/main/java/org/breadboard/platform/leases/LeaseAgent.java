// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.util.BitSet;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.member.EpochStore;
import org.breadboard.platform.member.Membership;

/**
 * One machine's part in the agreement about who is a member (FaRM 5.1, 5.2).
 *
 * <p>A member asks the manager for its lease five times as often as that runs out, and counts it from when it asked;
 * when it has run out, the member does nothing until it has another. The manager counts from when it was asked, and
 * waits a fifth of a lease longer before it suspects a member: so who is suspected does nothing any more. What is asked
 * for renews the manager's own lease in the same way. When a member is suspected, has restarted, or may be taken in,
 * the manager proposes the next configuration; once that is decided it tells all, and when each that is not suspected
 * has stopped, the configuration is formed. Members that hear nothing of their manager any more ask who is there, the
 * next one in the ring first, and propose one without it, unless somebody hears of it; of several proposals one is
 * accepted. It is formed when whoever was silent has no lease any more.
 *
 * <p>Letters arrive, in order, within a tenth of a lease, unless their receiver is not at work; all read one clock.
 * What is late beyond that costs another configuration.
 *
 * <p>It does nothing by itself: whoever runs it hands it letters, and calls {@link #turn}. One thread.
 */
final class LeaseAgent {
    /** Long ago, and far from an overflow. */
    static final long NEVER = Long.MIN_VALUE / 4;

    private final int machine;
    private final int machines;
    private final long leaseNs;
    private final long renewNs;
    /**
     * How much longer than a member itself others think that its lease lasts; assumed to be longer than two letters.
     */
    private final long marginNs;

    private final Surroundings world;

    private Formed formed;
    /** The greatest epoch that it knows to be decided. */
    private int decidedEpoch;

    private final Followed manager;

    /** Whether this machine has taken the manager's place without a decision yet. */
    private boolean candidate;

    private int managerBefore;
    private long probedNs;

    /** Whether this machine has restarted since the configuration began, or is no member of it. */
    private boolean joining;

    private boolean stopped;
    private long leaseUntilNs;
    private long askedNs;

    private long expectedNs;

    private final Heard heard;

    /** As the manager: when a member had heard of it that has asked it for a lease since, the latest of all. */
    private long grantedNs;

    private Configuration wanted;
    private long wantedAtNs;
    private Change change;

    /**
     * An agent of a machine.
     *
     * @param restartedIn the epoch in which the machine was up before; -1 if it was not
     */
    LeaseAgent(int machine, int restartedIn, long leaseNs, Surroundings world, long nowNs) {
        this.machine = machine;
        this.leaseNs = leaseNs;
        this.world = world;
        renewNs = Math.max(1, leaseNs / Membership.RENEWALS_PER_LEASE);
        marginNs = renewNs;
        formed = world.formed();
        machines = formed.configuration().machines();
        manager = new Followed(leaseNs + marginNs);
        heard = new Heard(machines, leaseNs + marginNs);
        expectedNs = nowNs;
        begin(nowNs);
        if (formed.epoch() == restartedIn) {
            joining = true;
            stopped = true;
            manager.heard(nowNs);
        }
    }

    /** A configuration has begun. */
    private void begin(long nowNs) {
        decidedEpoch = Math.max(decidedEpoch, formed.epoch());
        manager.follow(formed.manager(), formed.sinceNs());
        candidate = false;
        joining = !formed.configuration().isMember(machine);
        stopped = joining;
        leaseUntilNs = formed.sinceNs() + leaseNs;
        askedNs = NEVER;
        grantedNs = formed.sinceNs();
        heard.begin(nowNs);
        wanted = null;
        change = null;
    }

    private boolean manages() {
        return manager.is(machine) && formed.configuration().isMember(machine) && (candidate || !joining);
    }

    /** Until when its lease lasts, whether it is at work or not: after that the machine does nothing. */
    long leaseUntilNs() {
        return leaseUntilNs;
    }

    /** Does what is due, and says until when nothing is, unless a letter comes. */
    long turn(long nowNs) {
        int before = formed.epoch();
        formed = world.formed();
        if (formed.epoch() != before) {
            begin(nowNs);
        }
        excuse(nowNs - expectedNs, nowNs);
        if (!manages()) {
            ask(nowNs);
            takePlace(nowNs);
        }
        if (manages()) {
            manage(nowNs);
            leaseUntilNs = candidate ? leaseUntilNs : managersLeaseNs(nowNs);
        }
        expectedNs = nowNs + renewNs / 2;
        return expectedNs;
    }

    /** Who was not at work cannot say of others that they were not. */
    private void excuse(long stalledNs, long nowNs) {
        if (stalledNs > renewNs) {
            manager.excuse(stalledNs, nowNs);
            heard.excuse(stalledNs, nowNs);
        }
    }

    /** A letter has come. */
    void receive(Letter letter, int from, int epoch, long number, long sinceNs, long nowNs) {
        switch (letter) {
            case RENEW -> renew(from, epoch, number, sinceNs, nowNs);
            case GRANT -> {
                if (manager.is(from) && epoch == formed.epoch()) {
                    manager.heard(nowNs);
                    if (leaseUntilNs < nowNs) {
                        askedNs = NEVER; // the manager may wait for that, too
                    }
                    leaseUntilNs = Math.max(leaseUntilNs, number + leaseNs);
                }
            }
            case JOIN -> joins(from, epoch, nowNs);
            case NOTED -> {
                if (epoch == formed.epoch() && (change == null || !change.isDecided())) {
                    follow((int) number, Math.min(sinceNs, nowNs));
                }
            }
            case PROBE -> probed(from, nowNs);
            case PRESENT -> {
                if (epoch == formed.epoch() && number == 1) {
                    heard.joins(from, nowNs);
                } else if (epoch == formed.epoch()) {
                    heard.member(from, nowNs);
                }
            }
            case DECIDED -> stopFor(from, epoch, nowNs);
            case STOPPED -> {
                if (change != null && change.epoch() == epoch) {
                    change.hasStopped(from);
                }
            }
        }
    }

    /** Who would take a manager's place grants nothing: whoever waits for it is about to stop. */
    private void renew(int from, int epoch, long askedAtNs, long sinceNs, long nowNs) {
        if (epoch == formed.epoch() && manages() && isTrusted(from)) {
            // The clock may have been read before the letter was written, and the lease counts from that.
            heard.member(from, Math.max(nowNs, askedAtNs));
            if (candidate) {
                world.send(from, Letter.NOTED, epoch, machine, nowNs);
            } else {
                grantedNs = Math.max(grantedNs, sinceNs);
                world.send(from, Letter.GRANT, epoch, askedAtNs, 0);
            }
        }
    }

    /** Whoever is suspected gets no lease any more. */
    private boolean isTrusted(int from) {
        return change == null || change.next().configuration().isMember(from);
    }

    /** Whoever hears of the manager says so; all others leave it, and so its lease ends. */
    private void probed(int from, long nowNs) {
        boolean hears = !joining && !manager.is(from) && !manager.isSilent(0, nowNs);
        if (!candidate && (manages() || hears)) {
            world.send(from, Letter.NOTED, formed.epoch(), manager.machine(), manages() ? nowNs : manager.heardNs());
            return;
        }
        world.send(from, Letter.PRESENT, formed.epoch(), joining ? 1 : 0, 0);
        if (!candidate) {
            follow(from, nowNs);
        }
    }

    private void joins(int from, int epoch, long nowNs) {
        if (epoch != formed.epoch()) {
            return;
        }
        heard.joins(from, nowNs);
        if (manages()) {
            if (!candidate) {
                world.send(from, Letter.NOTED, formed.epoch(), machine, nowNs);
            }
        } else if (manager.is(from)) {
            manager.isLost(nowNs);
        }
    }

    private void stopFor(int from, int epoch, long nowNs) {
        if (epoch <= formed.epoch() || epoch < decidedEpoch) {
            return;
        }
        decidedEpoch = epoch;
        follow(from, nowNs);
        stop();
        world.send(from, Letter.STOPPED, epoch, 0, 0);
    }

    // As a member.

    private void ask(long nowNs) {
        if (nowNs - askedNs >= renewNs) {
            askedNs = nowNs;
            if (joining) {
                tellAll(Letter.JOIN, formed.epoch());
            } else {
                world.send(manager.machine(), Letter.RENEW, formed.epoch(), nowNs, manager.heardNs());
            }
        }
    }

    private void tellAll(Letter letter, int epoch) {
        for (int other = 0; other < machines; other++) {
            if (other != machine) {
                world.send(other, letter, epoch, 0, 0);
            }
        }
    }

    /** A manager's lease lasts for as long as somebody else does not suspect it; alone it needs none. */
    private long managersLeaseNs(long nowNs) {
        return (formed.configuration().members() == 1 ? nowNs : grantedNs) + leaseNs;
    }

    private void stop() {
        if (!stopped) {
            stopped = true;
            world.stop(formed.epoch());
        }
    }

    /** Takes the place of a manager of which nothing is heard any more; the members after it in the ring come first. */
    private void takePlace(long nowNs) {
        if (!formed.configuration().isMember(machine)) {
            return;
        }
        int rank = Math.floorMod(machine - manager.machine() - 1, machines);
        if (manager.isSilent(rank * leaseNs / 2, nowNs)) {
            managerBefore = manager.machine();
            manager.isReplacedBy(machine);
            candidate = true;
            change = null;
            wanted = null;
            heard.forgetMembers();
            probe(nowNs);
        }
    }

    private void probe(long nowNs) {
        probedNs = nowNs;
        tellAll(Letter.PROBE, formed.epoch());
    }

    // As the manager.

    private void manage(long nowNs) {
        if (candidate && nowNs < probedNs + marginNs) {
            return;
        }
        Configuration present = formed.configuration();
        BitSet joined = new BitSet();
        BitSet lost = new BitSet();
        for (int other = 0; other < machines; other++) {
            boolean joins = other == machine ? joining : heard.isJoining(other, nowNs);
            boolean there = other == machine || heard.isMember(other, nowNs);
            joined.set(other, joins);
            lost.set(other, present.isMember(other) && (joins || !there));
        }
        if (change == null) {
            plan(joined, lost, nowNs);
        } else if (change.isDecided() && !change.isFormed()) {
            BitSet silent = (BitSet) lost.clone();
            silent.andNot(joined);
            // Its lease was what the others granted, and all that are there suspect it.
            silent.clear(managerBefore);
            boolean over = !candidate || silent.isEmpty() || change.isKnownFor(leaseNs + marginNs, nowNs);
            tell(over ? lost : joined, over, nowNs);
        }
    }

    private void plan(BitSet joined, BitSet lost, long nowNs) {
        Configuration present = formed.configuration();
        BitSet up = present.memberSet();
        up.andNot(lost);
        up.or(joined);
        if (!lost.isEmpty() || decidedEpoch > formed.epoch()) {
            wanted = null;
            if (present.survivesWith(up) && formed.known().survivesWith(up)) {
                propose(present.without(up), joined);
            } else if (candidate) {
                probe(nowNs);
            }
        } else if (formed.recovered()) {
            grow(up, joined, nowNs);
        }
    }

    private void grow(BitSet up, BitSet joined, long nowNs) {
        Configuration present = formed.configuration();
        Configuration all = present.with(up);
        if (present.isLike(all)) {
            wanted = null;
        } else if (wanted == null || !wanted.isLike(all)) {
            wanted = all;
            wantedAtNs = nowNs + formed.copyNs(all);
        } else if (nowNs >= wantedAtNs) {
            propose(all, joined);
        }
    }

    private void propose(Configuration next, BitSet joined) {
        BitSet running = formed.configuration().memberSet();
        running.andNot(joined);
        Change proposed = new Change(new Decided(next.in(decidedEpoch + 1), machine), running);
        change = proposed;
        world.propose(decidedEpoch, proposed.next().bytes(), (decision, nowNs) -> decided(proposed, decision, nowNs));
    }

    private void decided(Change proposed, EpochStore.Decision decision, long nowNs) {
        Decided next = Decided.of(decision.configuration());
        decidedEpoch = Math.max(decidedEpoch, next.configuration().epoch());
        if (change != proposed) {
            return;
        }
        if (decision.accepted()) {
            proposed.decided();
        } else {
            change = null;
            if (candidate && next.manager() != machine) {
                follow(next.manager(), nowNs);
            }
        }
    }

    private void follow(int other, long heardAtNs) {
        candidate = false;
        change = null;
        manager.follow(other, heardAtNs);
    }

    /**
     * Has all stop.
     *
     * @param still who does nothing any more, whether it has heard of it or not
     * @param over whether the leases of all that are silent are over
     */
    private void tell(BitSet still, boolean over, long nowNs) {
        stop();
        change.hasStopped(machine);
        change.haveStopped(still);
        if (over && change.haveAllStopped()) {
            change.formed();
            world.form(formed.epoch(), change.next());
        } else if (change.isToBeTold(renewNs, nowNs)) {
            change.told(nowNs);
            tellAll(Letter.DECIDED, change.epoch());
        }
    }
}

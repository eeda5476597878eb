// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

import umontreal.ssj.simevents.eventlist.EventList;

/**
 * One simulator, in a process of its own: so many seconds to warm up, so many that are measured. It prints the events,
 * packets and virtual ns that were measured, and the wall-clock ns that they took.
 */
final class LoopRun {
    private static final long SLICE_NS = 100_000;

    private final Loop loop;
    private long untilNs;

    private LoopRun(Loop loop) {
        this.loop = loop;
    }

    /**
     * Arguments: {@code breadboard}, or the name of one of SSJ's event lists; packets under way for each thread;
     * seconds to warm up; seconds to measure.
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        int contexts = Integer.parseInt(args[1]);
        boolean own = args[0].equals("breadboard");
        try (Loop loop = own ? new BreadboardLoop(contexts) : new SsjLoop(list(args[0]), contexts)) {
            LoopRun run = new LoopRun(loop);
            run.goOn(Double.parseDouble(args[2]));
            long events = loop.events();
            long packets = loop.packets();
            long virtualNs = run.untilNs;
            long wallNs = run.goOn(Double.parseDouble(args[3]));
            System.out.println((loop.events() - events) + " " + (loop.packets() - packets) + " "
                    + (run.untilNs - virtualNs) + " " + wallNs);
        }
    }

    private static EventList list(String name) throws ReflectiveOperationException {
        return Class.forName(EventList.class.getPackageName() + "." + name)
                .asSubclass(EventList.class)
                .getConstructor()
                .newInstance();
    }

    /** Goes on for at least so many seconds; answers how many ns it took. */
    private long goOn(double seconds) {
        long beganNs = System.nanoTime();
        long tookNs = 0;
        while (tookNs < seconds * 1e9) {
            untilNs += SLICE_NS;
            loop.runUntil(untilNs);
            tookNs = System.nanoTime() - beganNs;
        }
        return tookNs;
    }
}

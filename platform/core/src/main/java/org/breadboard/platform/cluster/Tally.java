// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.breadboard.api.observe.Counter;

/**
 * A counter. Nearly always one thread adds to it; hops of one device may run on several in the live runtime. So the
 * first thread that adds owns a plain count, and all others share an atomic one.
 */
public final class Tally implements Counter {
    private static final VarHandle OWN;
    private static final VarHandle OWNER;
    private static final VarHandle OTHERS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWN = lookup.findVarHandle(Tally.class, "own", long.class);
            OWNER = lookup.findVarHandle(Tally.class, "owner", Thread.class);
            OTHERS = lookup.findVarHandle(Tally.class, "others", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Thread owner;
    private long own;
    private volatile long others;

    /** A counter at 0. */
    public Tally() {}

    @Override
    public void add(long n) {
        if (owner == Thread.currentThread()) {
            OWN.setOpaque(this, own + n);
        } else {
            addAsAnother(n);
        }
    }

    private void addAsAnother(long n) {
        if (owner == null && OWNER.compareAndSet(this, (Thread) null, Thread.currentThread())) {
            OWN.setOpaque(this, own + n);
        } else {
            OTHERS.getAndAdd(this, n);
        }
    }

    @Override
    public long value() {
        return (long) OWN.getOpaque(this) + others;
    }
}

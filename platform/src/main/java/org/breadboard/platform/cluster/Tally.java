package org.breadboard.platform.cluster;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.breadboard.api.observe.Counter;

/** A counter. Hops of one device may run on several threads in the live runtime, so it adds atomically. */
public final class Tally implements Counter {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Tally.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long value;

    /** A counter at 0. */
    public Tally() {}

    @Override
    public void add(long n) {
        VALUE.getAndAdd(this, n);
    }

    @Override
    public long value() {
        return value;
    }
}

package com.example.cachingnic;

import com.example.cachingnic.cache.RecordCache;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * Does something so many times, one step after another, and again what was refused. It looks at the answers: two words,
 * one of them the other's negative.
 */
final class Repeated extends Task {
    private final int times;
    private final Body body;
    private int done;
    volatile int answered;
    volatile int garbled;

    /** What is done in a step; false if it has to be done again. */
    @FunctionalInterface
    interface Body {
        boolean step(Step step, int time);
    }

    Repeated(int times, Body body) {
        this.times = times;
        this.body = body;
    }

    @Override
    protected Next step(Step step) {
        done += body.step(step, done) ? 1 : 0;
        return done < times ? Next.AGAIN : Next.AWAIT;
    }

    @Override
    protected boolean completed(Step step, Message answer) {
        if (RecordCache.isHit(answer)) {
            long word = answer.getLong(RecordCache.VALUE_AT);
            boolean whole = RecordCache.version(answer) == word && answer.getLong(RecordCache.VALUE_AT + 8) == -word;
            garbled += whole ? 0 : 1;
        }
        answered++;
        return false;
    }
}

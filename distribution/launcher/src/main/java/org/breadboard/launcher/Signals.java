// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.lang.reflect.Proxy;
import java.util.Map;

/**
 * Which signal ends the process: a shutdown does not say. Ends it as before, with the exit code that shells know: 128
 * and the signal's number. A signal that was ignored when the process began stays so. Any thread.
 */
final class Signals {
    private static final int SIGNALLED = 128;
    private static final int FAILED = 1;
    private static final Map<String, Integer> ENDING = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    private static volatile int heard;

    private Signals() {}

    /** Begins to listen. Where Java has no class for it, exit codes do not tell the signal. */
    static void listen() {
        ENDING.forEach(Signals::listen);
    }

    private static void listen(String name, int number) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlers = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlers}, (proxy, method, words) -> {
                        if (method.getDeclaringClass() == Object.class) {
                            return method.invoke(Signals.class, words);
                        }
                        heard(number);
                        return null;
                    });
            type.getMethod("handle", type, handlers)
                    .invoke(null, type.getConstructor(String.class).newInstance(name), handler);
        } catch (ReflectiveOperationException | RuntimeException none) {
            // The system has no such signal, or Java no such class.
        }
    }

    private static void heard(int number) {
        heard = number;
        new Thread(() -> Runtime.getRuntime().exit(SIGNALLED + number), "end by a signal").start();
    }

    /** The exit code of what ended with {@code status}: if it was stopped, that of the signal which stopped it. */
    static int status(int status) {
        return heard > 0 && status == FAILED ? SIGNALLED + heard : status;
    }
}

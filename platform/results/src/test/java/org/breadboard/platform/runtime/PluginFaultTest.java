// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.breadboard.api.Plugin;
import org.breadboard.api.UnavailableException;
import org.breadboard.platform.run.Rest;
import org.breadboard.platform.run.Runner;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.Test;

final class PluginFaultTest {
    private static final String TOY = ToyPlugin.class.getName();
    private static final PluginCode TOYS = new PluginCode(List.of(new ToyPlugin()));

    private static <T extends Throwable> T at(T thrown, String... classes) {
        StackTraceElement[] stack = new StackTraceElement[classes.length];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = new StackTraceElement(classes[i], "call", "File.java", 10 + i);
        }
        thrown.setStackTrace(stack);
        return thrown;
    }

    private static Optional<String> describe(Throwable thrown) {
        return PluginFault.describe(thrown, TOYS);
    }

    @Test
    void shouldBlameThePluginThatThrew() {
        assertEquals(
                Optional.of("Plug-in 'toy' threw IllegalStateException (no) at " + TOY + ".call, line 12."),
                describe(at(
                        new IllegalStateException("no"),
                        "java.util.Objects",
                        "com.fasterxml.jackson.X",
                        TOY,
                        Runner.class.getName())));
    }

    @Test
    void shouldTellNothingButTheSentenceOfWhatIsNotThereAnyMore() {
        UnavailableException gone = at(new UnavailableException("It has gone.", new IllegalStateException("no")), TOY);
        assertEquals(Optional.of("It has gone."), describe(gone));
        assertEquals("It has gone.", Rest.described(new Engine.Failure(3, "stage toys", gone), TOYS));
    }

    @Test
    void shouldNotBlameAPluginForWhatThePlatformThrewInACallOfItsOwn() {
        assertEquals(Optional.empty(), describe(at(new IllegalStateException(), Runner.class.getName(), TOY)));
        assertEquals(Optional.empty(), describe(at(new IllegalStateException(), "java.util.Objects")));
    }

    @Test
    void shouldBlameAPluginForAMissingClassOnlyIfItOrTheClassIsThePlugins() {
        String ours = Runner.class.getName();
        Throwable usedByToy = at(new NoClassDefFoundError("org/other/Thing"), "java.lang.ClassLoader", TOY, ours);
        assertTrue(describe(usedByToy).orElseThrow().startsWith("A class of plug-in 'toy', or one that it needs,"));
        Throwable ofToy = at(new NoClassDefFoundError("org/breadboard/platform/toy/Gone"), ours);
        assertTrue(describe(ofToy).orElseThrow().contains("(org/breadboard/platform/toy/Gone)"));
        Throwable notInitialized =
                at(new NoClassDefFoundError("Could not initialize class org.breadboard.platform.toy.Gone$Inner"), ours);
        assertTrue(describe(notInitialized).isPresent());
        assertEquals(Optional.empty(), describe(at(new NoClassDefFoundError("org/HdrHistogram/Histogram"), ours)));
        assertEquals(Optional.empty(), describe(at(new NoSuchMethodError("void org.yaml.X.y()"), ours, TOY)));
        assertTrue(describe(at(new NoSuchMethodError("void org.yaml.X.y()"), TOY, ours))
                .isPresent());
    }

    @Test
    void shouldNameAPluginWhoseJarIsGone() {
        Plugin gone = new Plugin() {
            @Override
            public String id() {
                throw new IllegalStateException("the jar is gone");
            }

            @Override
            public String description() {
                return "";
            }
        };
        Optional<String> sentence = PluginFault.describe(
                at(new IllegalStateException(), gone.getClass().getName()), new PluginCode(List.of(gone)));
        assertTrue(
                sentence.orElseThrow().startsWith("Plug-in '" + gone.getClass().getName() + "' threw"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Property files of workloads, and how the load changes. */
final class WorkloadPropertiesTest {
    @TempDir
    Path root;

    private ToyHome home;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        home.file("mine/toys.properties", "# Toys\n! of mine\n\n  valueBytes = 77\nordered:\\\n    false\n");
        home.file(
                "mine/mix.yaml",
                "extends: bank\nworkload: {properties: toys.properties}\nload: {phases: [0..1 for 20us, 1]}\n");
    }

    private ResolvedMix resolve(String mix, String... sets) {
        Parts parts = new Parts(ToyPlugin.registry(null).installed());
        String name = mix.contains("/") ? home.home().resolve(mix).toString() : mix;
        return new MixResolver(parts, home.folders()).resolve(MixRequest.of(name, List.of(sets)));
    }

    private String refusal(String mix, String... sets) {
        return assertThrows(RefusedException.class, () -> resolve(mix, sets)).getMessage();
    }

    private static String said(ResolvedMix mix, String key) {
        return mix.values().stream()
                .filter(value -> value.key().equals(key))
                .map(value -> value.text() + " of " + value.origin())
                .findFirst()
                .orElse("nothing");
    }

    @Test
    void shouldReadSettingsFromAPropertyFileBesideTheMix() {
        ResolvedMix mix = resolve("mine/mix.yaml");
        assertEquals("77 of toys.properties:4", said(mix, "workload.valueBytes"));
        assertEquals("false of toys.properties:6", said(mix, "workload.ordered"));
        assertEquals("nothing", said(mix, "workload.properties"), "the values are what is kept");
    }

    @Test
    void shouldLetTheMixAndHigherLayersSayOtherwise() {
        home.file("mine/both.yaml", "extends: bank\nworkload: {properties: toys.properties, valueBytes: 9}\n");
        assertEquals(9, valueBytes(resolve("mine/both.yaml")));
        assertEquals(8, valueBytes(resolve("mine/both.yaml", "workload.valueBytes=8")));
        home.file("mine/fewer.properties", "broke=false");
        String fewer = "workload.properties=" + home.home().resolve("mine/fewer.properties");
        assertEquals(8, valueBytes(resolve("mine/mix.yaml", fewer)), "of a replaced file nothing is left");
    }

    private static int valueBytes(ResolvedMix mix) {
        return Integer.parseInt(mix.texts().get("workload.valueBytes"));
    }

    @Test
    void shouldRefuseUnknownPropertiesAndFilesThatAreNone() {
        home.file("mine/odd.properties", "valueBytes=1\nvalueByte=2\n");
        home.file("mine/twice.properties", "valueBytes=1\nvalueBytes=2\n");
        home.file("mine/wrong.properties", "valueBytes=many\n");
        assertEquals(
                "odd.properties:2: workload 'toy-bank' has no setting 'valueByte', did you mean 'valueBytes'?",
                refusal("mine/mix.yaml", "workload.properties=" + path("odd")).replace(home.home() + "/mine/", ""));
        assertTrue(refusal("mine/mix.yaml", "workload.properties=" + path("twice"))
                .endsWith("'valueBytes' is already given at line 1; keep one of the two."));
        assertTrue(refusal("mine/mix.yaml", "workload.properties=" + path("wrong"))
                .contains("'workload.valueBytes' takes a whole number"));
        home.file("mine/other.properties", "valueBytes=1\nid=tatp\n");
        assertTrue(refusal("mine/mix.yaml", "workload.properties=" + path("other"))
                .endsWith("other.properties:2: 'id' is no setting of a workload: the mix says it."));
        home.file("mine/marked.properties", "\uFEFFvalueBytes=5\n");
        assertEquals(5, valueBytes(resolve("mine/mix.yaml", "workload.properties=" + path("marked"))));
        Path latin1 = home.file("mine/latin1.properties", "");
        assertDoesNotThrow(
                () -> Files.write(latin1, "# cl\u00e9\nvalueBytes=6\n".getBytes(StandardCharsets.ISO_8859_1)));
        assertEquals(6, valueBytes(resolve("mine/mix.yaml", "workload.properties=" + path("latin1"))));
        assertTrue(
                refusal("mine/mix.yaml", "workload.properties=" + path("none")).contains("but there is no file"));
        assertTrue(refusal("mine/mix.yaml", "workload.properties=").contains("takes a file"));
    }

    private String path(String name) {
        return home.home().resolve("mine").resolve(name + ".properties").toString();
    }

    @Test
    void shouldKeepPhasesAndThinkTimeAsTheMixGivesThem() {
        ResolvedMix mix = resolve("mine/mix.yaml", "load.thinkUs=2.5");
        assertEquals("0..1 for 20us, 1", mix.texts().get("load.phases"));
        assertEquals(2_500, mix.mix().load().thinkNs());
        Path printed = home.file("printed.yaml", MixPrinter.yaml(mix));
        assertEquals(mix.texts(), resolve(printed.toString()).texts());
        assertEquals("nothing", said(resolve("bank"), "load.phases"), "of a mix that does not say");
        assertEquals("nothing", said(resolve("bank"), "load.thinkUs"), "of a mix that does not say");
    }

    @Test
    void shouldRefuseLoadsThatCannotChangeSo() {
        assertEquals(
                "--set load.phases: 'load.phases' takes phases such as '0..1 for 500us, 1 for 200us', not 'up'.",
                refusal("bank", "load.phases=up"));
        assertTrue(refusal("bank", "load.phases=3 for 5us, 1").contains("at most 1, but one is 3;"));
        assertEquals(
                3,
                resolve("bank", "load.phases=3 for 5us, 1", "load.ratePerNode=1000")
                        .mix()
                        .load()
                        .phases()
                        .most());
        assertTrue(refusal("bank", "load.phases=0..1 for 5us", "load.contexts=peak")
                .contains("does not change"));
        assertTrue(refusal("bank", "load.thinkUs=5", "load.ratePerNode=1000").contains("drop one of the two"));
        assertTrue(refusal("ops", "load.thinkUs=5").contains("leave the key out"));
        assertTrue(refusal("ops", "load.phases=0..1 for 5us").contains("leave the key out"));
    }
}

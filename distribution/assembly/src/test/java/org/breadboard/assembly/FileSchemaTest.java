// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.describe.FileSchema;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.result.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** Editors find nothing wrong with the mixes and studies that ship, and see what is wrong with others. */
final class FileSchemaTest {
    private static final Path DIST = Path.of("src/main/dist");

    private static PluginRegistry registry;
    private static Schema mix;
    private static Schema study;

    @BeforeAll
    static void read() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(FileSchemaTest.class.getClassLoader()));
        FileSchema files = new FileSchema(
                new Catalogue(new Folders(DIST, Path.of("target/none")), registry), registry.installed());
        mix = schema(files.mix());
        study = schema(files.study());
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    private static Schema schema(Map<String, Object> text) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Json.text(text), InputFormat.JSON);
    }

    private static List<String> errors(Schema schema, String yaml) {
        return schema.validate(Json.text(new Yaml().load(yaml)), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    void shouldFindNothingWrongWithWhatShips() throws IOException {
        for (String name : Folders.names(DIST.resolve("mixes"))) {
            assertEquals(List.of(), errors(mix, Files.readString(DIST.resolve("mixes/" + name + ".yaml"))), name);
        }
        for (String name : Folders.names(DIST.resolve("studies"))) {
            assertEquals(List.of(), errors(study, Files.readString(DIST.resolve("studies/" + name + ".yaml"))), name);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "protokol: fasst",
                "cluster: {nods: 3}",
                "cluster: {nodes: 0}",
                "cluster: {nodes: many}",
                "load: {contexts: top}",
                "explore: perhaps",
                "runtime: dream",
                "protocol: {id: fasst, nosuch: 1}",
                "workload: {id: smallbank, hotFraction: 7}",
            })
    void shouldSeeWhatIsWrongWithAMix(String text) {
        assertFalse(errors(mix, text).isEmpty(), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "protocol: {id: fasst}",
                "load: {contexts: peak}",
                "cluster.nodes: 3",
                "faults: {nemesis: [crash, partition]}",
                "protocol: {id: of-a-plug-in-that-is-not-here, own: 1}",
            })
    void shouldLetPassWhatBreadboardTakes(String text) {
        assertEquals(List.of(), errors(mix, text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"swep: {}", "mix: x\nsweep: {cluster.nodes: [1]}\nplots: {}", "sweeps: {a: {mixes: x}}"})
    void shouldSeeWhatIsWrongWithAStudy(String text) {
        assertFalse(errors(study, text).isEmpty(), text);
    }
}

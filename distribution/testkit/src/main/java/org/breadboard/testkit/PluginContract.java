// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.regex.Pattern;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbPlugin;
import org.breadboard.testkit.rules.PluginArtifact;
import org.breadboard.testkit.rules.ProfileRules;
import org.breadboard.testkit.rules.SettingRules;
import org.junit.jupiter.api.Test;

/**
 * What every plug-in promises: one jar that is a service, a bundle and a module; legal ids and settings; and nothing
 * exported but packages of capability interfaces. Run it where the build runs: bnd writes the bundle's manifest.
 */
public abstract class PluginContract {
    private static final Pattern ID = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    /** For subclasses. */
    protected PluginContract() {}

    /** The plug-in under test, newly constructed. */
    protected abstract Plugin plugin();

    @Test
    void shouldBeFoundAsAService() {
        Class<?> type = plugin().getClass();
        long found = ServiceLoader.load(Plugin.class, type.getClassLoader()).stream()
                .filter(provider -> provider.type() == type)
                .count();
        assertEquals(1, found, "times that ServiceLoader finds " + type.getName());
    }

    @Test
    void shouldHaveLegalIdsAndDescriptions() {
        Plugin plugin = plugin();
        assertLegal("plug-in", plugin.id(), plugin.description());
        assertDistinct("hardware", plugin.hardware(), HardwareType::id, HardwareType::description);
        assertDistinct("store", plugin.stores(), StoreType::id, StoreType::description);
        assertDistinct("protocol", plugin.protocols(), ProtocolType::id, ProtocolType::description);
        assertDistinct("program", plugin.programs(), PipelineProgramType::id, PipelineProgramType::description);
        assertDistinct("workload", plugin.workloads(), WorkloadType::id, WorkloadType::description);
    }

    @Test
    void shouldAnswerTheSameEveryTime() {
        Plugin plugin = plugin();
        Plugin other = plugin();
        assertEquals(plugin.id(), other.id());
        assertEquals(ids(plugin), ids(plugin));
        assertEquals(ids(plugin), ids(other));
        assertFalse(ids(plugin).isEmpty(), plugin.id() + " brings nothing");
    }

    @Test
    void shouldDeclareLegalSettings() {
        Plugin plugin = plugin();
        plugin.hardware().forEach(type -> SettingRules.check(type.id(), type.parameters()));
        plugin.stores().forEach(type -> SettingRules.check(type.id(), type.settings()));
        plugin.protocols().forEach(type -> SettingRules.check(type.id(), type.settings()));
        plugin.programs().forEach(type -> SettingRules.check(type.id(), type.settings()));
        plugin.workloads().forEach(type -> SettingRules.check(type.id(), type.settings()));
    }

    @Test
    void shouldShipLegalProfiles() throws IOException {
        for (HardwareType type : plugin().hardware()) {
            ProfileRules.check(type);
        }
    }

    @Test
    void shouldBeABundleThatOffersTheService() throws IOException {
        PluginArtifact artifact = PluginArtifact.of(plugin().getClass());
        Attributes manifest = artifact.manifest();
        assertNotNull(manifest.getValue("Bundle-SymbolicName"), "the manifest names no bundle");
        assertNotNull(manifest.getValue("Bundle-Version"), "the manifest has no version");
        String capabilities = String.valueOf(manifest.getValue("Provide-Capability"));
        assertTrue(
                capabilities.contains("osgi.serviceloader=\"" + Plugin.class.getName() + "\"")
                        || capabilities.contains("osgi.serviceloader:String=\"" + Plugin.class.getName() + "\""),
                "the manifest does not provide the service for SPI Fly: " + capabilities);
        assertFalse(
                String.valueOf(manifest.getValue("Require-Capability")).contains("org.breadboard.platform"),
                "a plug-in depends on the api only");
    }

    @Test
    void shouldBeAModuleOfTheSameName() throws IOException {
        PluginArtifact artifact = PluginArtifact.of(plugin().getClass());
        ModuleDescriptor module = artifact.module();
        assertFalse(module.isAutomatic(), "there is no module-info beside the classes");
        assertEquals(
                module.name(),
                artifact.manifest()
                        .getValue("Bundle-SymbolicName")
                        .split(";", -1)[0]
                        .trim(),
                "the names of module and bundle");
        assertTrue(
                module.provides().stream()
                        .anyMatch(provides -> provides.service().equals(Plugin.class.getName())
                                && provides.providers()
                                        .contains(plugin().getClass().getName())),
                "the module does not provide " + plugin().getClass().getName());
        Set<String> required = new HashSet<>();
        module.requires().forEach(requires -> required.add(requires.name()));
        assertFalse(required.contains("org.breadboard.platform"), "a plug-in depends on the api only");
    }

    @Test
    void shouldExportCapabilitiesOnly() throws IOException {
        PluginArtifact artifact = PluginArtifact.of(plugin().getClass());
        Set<String> ofBundle = artifact.exportedByBundle();
        Set<String> ofModule = new HashSet<>();
        artifact.module().exports().forEach(exports -> ofModule.add(exports.source()));
        assertEquals(ofModule, ofBundle, "what the module exports, and what the bundle exports");
        for (String exported : ofBundle) {
            assertEquals(List.of(), artifact.strangersIn(exported), exported + " exports what is no capability");
        }
    }

    private static List<String> verbs(Plugin plugin) {
        return plugin instanceof VerbPlugin brings
                ? brings.verbs().stream().map(Verb::name).toList()
                : List.of();
    }

    private static List<String> ids(Plugin plugin) {
        return List.of(
                        plugin.hardware().stream().map(HardwareType::id).toList(),
                        plugin.stores().stream().map(StoreType::id).toList(),
                        plugin.protocols().stream().map(ProtocolType::id).toList(),
                        plugin.programs().stream().map(PipelineProgramType::id).toList(),
                        plugin.workloads().stream().map(WorkloadType::id).toList(),
                        verbs(plugin))
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    private static <T> void assertDistinct(
            String kind, List<T> types, Function<T, String> id, Function<T, String> description) {
        Set<String> ids = new HashSet<>();
        for (T type : types) {
            assertLegal(kind, id.apply(type), description.apply(type));
            assertTrue(ids.add(id.apply(type)), "it brings two " + kind + "s with the id " + id.apply(type));
        }
    }

    private static void assertLegal(String kind, String id, String description) {
        assertTrue(
                ID.matcher(id).matches(),
                kind + " id '" + id + "' is not made of lower-case letters, digits and hyphens");
        assertFalse(
                description.isBlank() || description.contains("\n"),
                kind + " " + id + " needs a description of one line");
    }
}

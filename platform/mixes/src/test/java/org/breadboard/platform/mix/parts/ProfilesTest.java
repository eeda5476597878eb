// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.breadboard.platform.yaml.Where;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProfilesTest {
    private static final Where ASKED = new Where("asked", 0);

    @TempDir
    Path root;

    private ToyHome home;
    private Profiles profiles;

    @BeforeEach
    void setUp() {
        home = new ToyHome(root);
        profiles = new Profiles(new Parts(ToyPlugin.registry(null).installed()), home.folders());
    }

    private String refusal(String name) {
        return assertThrows(RefusedException.class, () -> profiles.sheet(name, ASKED))
                .getMessage();
    }

    @Test
    void shouldReadAShippedSheet() {
        DataSheet sheet = profiles.sheet("toy-slow", ASKED);
        assertEquals("toy-nic", sheet.hardware());
        assertEquals("99.5", sheet.byName().get("engineNs").value());
        assertEquals("published", sheet.byName().get("ports").kind());
        assertEquals("Toys 1.1", sheet.byName().get("ports").source());
    }

    @Test
    void shouldLetTheUserOverrideAShippedSheet() {
        home.file("conf/profiles/toy-fast.yaml", "parameters:\n  engineNs: 12.5\n");
        DataSheet sheet = profiles.sheet("toy-fast", ASKED);
        assertEquals("12.5", sheet.byName().get("engineNs").value());
        assertEquals("user", sheet.byName().get("engineNs").kind());
        assertEquals(
                "conf/profiles/toy-fast.yaml:2", sheet.byName().get("engineNs").source());
        assertEquals("2", sheet.byName().get("ports").value());
    }

    @Test
    void shouldLetTheUserAddASheet() {
        home.file(
                "conf/profiles/mine.yaml",
                "extends: toy-slow\nparameters: {ports: {value: 4, kind: derived, source: me}}\n");
        home.file("conf/profiles/bare.yaml", "hardware: toy-nic\nparameters: {ports: 4}\n");
        assertEquals(
                "99.5", profiles.sheet("mine", ASKED).byName().get("engineNs").value());
        assertEquals("4", profiles.sheet("mine", ASKED).byName().get("ports").value());
        assertEquals("Profile 'bare' gives no value for 'engineNs' (what a toy takes).", refusal("bare"));
    }

    @Test
    void shouldRefuseUnsoundSheets() {
        home.file("conf/profiles/toy-fast.yaml", "parameters:\n  engineNz: 12\n");
        assertEquals(
                "conf/profiles/toy-fast.yaml:2: hardware 'toy-nic' has no parameter 'engineNz', did you mean 'engineNs'?",
                refusal("toy-fast"));
        home.file("conf/profiles/toy-fast.yaml", "parameters:\n  ports: 9\n");
        assertTrue(refusal("toy-fast").contains("must lie between 1 and 8"));
        home.file("conf/profiles/toy-fast.yaml", "parameters:\n  ports: {value: 1, kind: guessed, source: me}\n");
        assertTrue(refusal("toy-fast").contains("published, derived or assumed, not 'guessed'"));
        home.file("conf/profiles/toy-fast.yaml", "parameters:\n  ports: {value: 1, kind: assumed}\n");
        assertTrue(refusal("toy-fast").contains("has no source"));
        home.file("conf/profiles/a.yaml", "extends: b\n");
        home.file("conf/profiles/b.yaml", "extends: a\n");
        assertTrue(refusal("a").contains("form a circle"));
    }
}

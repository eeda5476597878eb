// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.HardwareType;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A kind of hardware that declares its properties once; subclasses only write {@link #build} and {@link #resource}.
 * Immutable; any thread.
 */
@ConsumerType
public abstract class DeclaredHardware implements HardwareType {
    private final String id;
    private final String description;
    private final List<String> profiles;
    private final List<Setting<?>> parameters;
    private final Set<Class<? extends Capability>> offers;

    /**
     * Declares it.
     *
     * @param profiles the names of its data sheets; {@link #resource} opens each
     * @param parameters in the order of the data sheets
     */
    protected DeclaredHardware(
            String id,
            String description,
            List<String> profiles,
            List<Setting<?>> parameters,
            List<Class<? extends Capability>> offers) {
        this.id = id;
        this.description = description;
        this.profiles = List.copyOf(profiles);
        this.parameters = List.copyOf(parameters);
        this.offers = Collections.unmodifiableSet(new LinkedHashSet<>(offers));
    }

    /**
     * Opens a resource of the plug-in, which no other module may do:
     * {@code MyHardware.class.getResourceAsStream(name)}.
     *
     * @param name {@code profiles/NAME.yaml}, beside the class
     * @return null if there is none
     */
    protected abstract InputStream resource(String name);

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final List<Setting<?>> parameters() {
        return parameters;
    }

    @Override
    public final List<String> profiles() {
        return profiles;
    }

    @Override
    public final InputStream openProfile(String name) throws IOException {
        InputStream sheet = profiles.contains(name) ? resource("profiles/" + name + ".yaml") : null;
        if (sheet == null) {
            throw new IOException(
                    "The " + id + " hardware has no profile " + name + "; it has " + String.join(", ", profiles));
        }
        return sheet;
    }

    @Override
    public final Set<Class<? extends Capability>> offers() {
        return offers;
    }
}

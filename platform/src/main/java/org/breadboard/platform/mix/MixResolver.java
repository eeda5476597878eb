package org.breadboard.platform.mix;

import java.util.List;
import org.breadboard.api.RefusedException;

/**
 * Makes a mix from its layers: defaults, testbed, shipped mix, the user's file, single values. Whatever is wrong with
 * it is refused in one sentence, before anything is built. Any thread.
 */
public final class MixResolver {

    private final Parts parts;
    private final Folders folders;
    private final Profiles profiles;

    /** A resolver of the mixes in these folders, made of these parts. */
    public MixResolver(Parts parts, Folders folders) {
        this.parts = parts;
        this.folders = folders;
        profiles = new Profiles(parts, folders);
    }

    /**
     * Resolves a mix.
     *
     * @param mix a name or a path
     * @param sets {@code key=value} each; the last one of a key wins
     * @throws RefusedException if it is wrong, or cannot work
     */
    public ResolvedMix resolve(String mix, List<String> sets) {
        MixSource.Stack stack = new MixSource(folders).stack(mix, sets);
        Resolution resolution = new Resolution(parts, profiles, stack);
        return resolution.resolve();
    }

    /** The keys that {@code --set} knows for a mix. */
    public List<String> keys(String mix) {
        Resolution resolution = new Resolution(parts, profiles, new MixSource(folders).stack(mix, List.of()));
        resolution.choose();
        return List.copyOf(resolution.known());
    }
}

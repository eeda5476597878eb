// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.combine.NearMisses;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginChange;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * What one call of a verb may use: the plug-ins as they were when it began, the console, and the folders of the
 * distribution. A plug-in that the call has said it uses, and that goes while the call is on, cancels it.
 */
public final class VerbScope {
    private final Board board;
    private final Folders folders;
    private final List<InstalledPlugin> plugins;
    private final Duration patience;
    private final Catalogue catalogue;
    private final Console console;
    private final String verb;
    private final Set<InstalledPlugin> used = ConcurrentHashMap.newKeySet();

    /** Of a verb as the user typed it, with the plug-ins that are there now. */
    VerbScope(String verb, Board board, Folders folders, Console console) {
        PluginRegistry registry = board.registry();
        this.verb = verb;
        this.board = board;
        this.folders = folders;
        this.plugins = registry.installed();
        this.patience = registry.patience();
        this.catalogue = new Catalogue(folders, registry);
        this.console = console;
    }

    /** The process's board, for whoever calls other verbs, or stays after its own. */
    public Board board() {
        return board;
    }

    /** What runs mixes for this call, which has no other. */
    public Experiment experiment() {
        return new Experiment(plugins, folders, patience, console.cancellation()::isCancelled);
    }

    /**
     * Runs a mix once, verifies it, and keeps nothing.
     *
     * @param sets {@code key=value} each, the last one of a key wins
     * @throws RefusedException if it is wrong, cannot work, or searches for a peak
     */
    public Trial run(String mix, List<String> sets) {
        MixRequest request = MixRequest.of(mix, sets);
        Experiment experiment = experiment();
        try {
            ResolvedMix resolved = experiment.resolve(request);
            if (resolved.peak()) {
                throw new RefusedException(
                        "A trial searches for no peak; say how many contexts it has, as in load.contexts=8.");
            }
            resolved.plugins().forEach(this::use);
            return Trial.of(resolved, experiment.once(resolved));
        } catch (RefusedException refused) {
            throw withNear(refused, request);
        }
    }

    /** Says that a plug-in's verb goes on, where it works for long without calling Breadboard. */
    public void beat() {
        PluginWatch.beat();
    }

    /** The distribution's folders, and that of results. */
    public Folders folders() {
        return folders;
    }

    /** All that has a name. */
    public Catalogue catalogue() {
        return catalogue;
    }

    /** The plug-ins as they were when this began; never changes. */
    public List<InstalledPlugin> plugins() {
        return plugins;
    }

    /** Where to write to, and how to be told to stop. */
    public Console console() {
        return console;
    }

    /** How long a plug-in may take outside of steps. */
    public Duration patience() {
        return patience;
    }

    /**
     * Does work that calls plug-ins, on a thread that is given up if one of them does not return.
     *
     * @param work yields a value and changes nothing else
     * @throws org.breadboard.platform.runtime.Hang if it was given up
     */
    public <T, E extends Exception> T watched(PluginWatch.Work<T, E> work) throws E {
        return new PluginWatch(own(), patience, console.cancellation()::isCancelled).call(work);
    }

    /**
     * What would run in place of a mix that is refused, in one sentence; empty if there is nothing to tell, or a
     * plug-in that is asked for it does not answer.
     */
    public String near(MixRequest refused) {
        try {
            return watched(() -> new NearMisses(plugins, folders, refused).sentence());
        } catch (Hang silent) {
            return "";
        }
    }

    /** A mix's refusal, and what would run in its place. */
    public RefusedException withNear(RefusedException refused, MixRequest mix) {
        String near = near(mix);
        if (near.isEmpty()) {
            return refused;
        }
        RefusedException more = new RefusedException(refused.getMessage() + ' ' + near);
        more.initCause(refused);
        return more;
    }

    /** The plug-ins' own objects. */
    public List<Plugin> own() {
        return plugins.stream().map(InstalledPlugin::plugin).toList();
    }

    /** What runs, as the user typed it, for example {@code run fasst-smallbank}. */
    public String verb() {
        return verb;
    }

    /** Whether this run depends on the plug-in of an id. Any thread. */
    public boolean uses(String id) {
        return used.stream().anyMatch(plugin -> plugin.id().equals(id));
    }

    /** Whether this run depends on a plug-in. Any thread. */
    public boolean uses(InstalledPlugin plugin) {
        return used.contains(plugin);
    }

    /** Says that this run depends on these plug-ins, and on no others any more. */
    public void useOnly(List<InstalledPlugin> these) {
        used.addAll(these);
        used.retainAll(these);
    }

    /** Says that this call depends on all plug-ins that there are. */
    public void useAll() {
        used.addAll(plugins);
    }

    /** Says that this run depends on a plug-in from now on. */
    public void use(InstalledPlugin plugin) {
        used.add(plugin);
    }

    /** Plug-ins came or went: ends the run if it uses one of those that went. Any thread. */
    public void changed(PluginChange change) {
        change.removed().stream().filter(used::contains).findFirst().ifPresent(gone -> end(gone.id()));
    }

    /** Cancels the run, since a plug-in that it uses goes. */
    public void end(String plugin) {
        console.cancellation().cancel("plug-in '" + plugin + "' was removed or updated while the run used it");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.WorkloadType;

/**
 * Constructs a plug-in and reads everything that it offers, once, so that later nobody has to call into it for a list.
 * Runs plug-in code, and therefore on a thread that can be given up; another thread may ask at any time which call it
 * is in.
 */
final class Examination {
    private static final Pattern ID = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    private final PluginCandidate candidate;
    private final OtherKind verbs;
    private volatile String call = "jar";

    Examination(PluginCandidate candidate, OtherKind verbs) {
        this.candidate = candidate;
        this.verbs = verbs;
    }

    /** The plug-in's method that is being called, for example {@code id()}. */
    String call() {
        return call;
    }

    InstalledPlugin examine() throws Exception {
        candidate.misfit().ifPresent(why -> {
            throw new UnsoundPluginException(why);
        });
        call = "constructor";
        Plugin plugin = candidate.construct();
        String id = idOf("id()", plugin.getClass(), at("id()", plugin::id));
        String description = said("description()", at("description()", plugin::description));
        List<Offer<HardwareType>> hardware =
                offers("hardware()", at("hardware()", plugin::hardware), HardwareType::id, HardwareType::description);
        return new InstalledPlugin(
                plugin,
                id,
                description,
                candidate.origin(),
                candidate.version(),
                candidate.jar(),
                hardware,
                profiles(hardware),
                offers("stores()", at("stores()", plugin::stores), StoreType::id, StoreType::description),
                offers(
                        "protocols()",
                        at("protocols()", plugin::protocols),
                        ProtocolType::id,
                        ProtocolType::description),
                offers(
                        "programs()",
                        at("programs()", plugin::programs),
                        PipelineProgramType::id,
                        PipelineProgramType::description),
                offers(
                        "workloads()",
                        at("workloads()", plugin::workloads),
                        WorkloadType::id,
                        WorkloadType::description),
                verbs(plugin));
    }

    private List<Offer<?>> verbs(Plugin plugin) {
        List<Offer<?>> offers = at("verbs()", () -> verbs.of(plugin));
        offers.forEach(offer -> idOf("name()", offer.type().getClass(), offer.id()));
        return List.copyOf(offers);
    }

    private <T> List<Offer<T>> offers(
            String from, List<T> types, Function<T, String> id, Function<T, String> description) {
        List<Offer<T>> offers = new ArrayList<>();
        for (T type : said(from, types)) {
            Class<?> owner = said(from, type).getClass();
            call = owner.getSimpleName() + ".id()";
            String typeId = idOf(call, owner, id.apply(type));
            call = owner.getSimpleName() + ".description()";
            offers.add(new Offer<>(typeId, said(call, description.apply(type)), type));
        }
        return List.copyOf(offers);
    }

    private List<Profile> profiles(List<Offer<HardwareType>> hardware) {
        List<Profile> profiles = new ArrayList<>();
        for (Offer<HardwareType> offer : hardware) {
            call = offer.type().getClass().getSimpleName() + ".profiles()";
            for (String name : said(call, offer.type().profiles())) {
                profiles.add(new Profile(said(call, name), offer));
            }
        }
        return List.copyOf(profiles);
    }

    private <T> T at(String method, Supplier<T> answer) {
        call = method;
        return answer.get();
    }

    private static <T> T said(String method, T answer) {
        if (answer == null) {
            throw new UnsoundPluginException("its " + method + " answers null");
        }
        return answer;
    }

    private static String idOf(String method, Class<?> owner, String id) {
        if (!ID.matcher(said(method, id)).matches()) {
            throw new UnsoundPluginException("the id '" + id + "' of " + owner.getSimpleName()
                    + " is not made of lower-case letters, digits and single hyphens");
        }
        return id;
    }

    /** A plug-in that answers what no plug-in may answer; the message is the end of a sentence. */
    static final class UnsoundPluginException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnsoundPluginException(String message) {
            super(message);
        }
    }
}

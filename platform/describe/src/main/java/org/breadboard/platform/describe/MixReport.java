// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.combine.Question;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.Demands.Demand;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginFault;
import org.breadboard.platform.verbs.VerbScope;

/** {@code mix check}: who asks for what in a mix, who offers it, and what is missing. */
public final class MixReport {
    private final VerbScope scope;

    /** Of the mixes of a scope. */
    public MixReport(VerbScope scope) {
        this.scope = scope;
    }

    /** Prints who asks for what in a mix and who offers it; a user's mistake if something is missing. */
    public ExitStatus print(String mix, List<String> sets, OutputFormat output) {
        MixRequest request = MixRequest.of(mix, sets);
        MixResolver resolver = new MixResolver(new Parts(scope.plugins()), scope.folders());
        List<Demand> demands = new ArrayList<>(scope.watched(() -> resolver.report(request)));
        if (demands.stream().allMatch(demand -> demand.missing().isEmpty())) {
            demands.add(scope.watched(() -> built(resolver.resolve(request))));
        }
        Table table = new Table("where", "who", "asksFor", "offeredBy", "missing");
        demands.forEach(
                demand -> table.add(demand.where(), demand.who(), demand.what(), demand.by(), demand.missing()));
        table.print(output, "demands", 2, scope.console().out());
        long missing =
                demands.stream().filter(demand -> !demand.missing().isEmpty()).count();
        if (missing > 0) {
            scope.console()
                    .err()
                    .println("Mix '" + mix + "' cannot run: "
                            + (missing == 1 ? "1 thing is missing." : missing + " things are missing."));
            String near = scope.near(request);
            if (!near.isEmpty()) {
                scope.console().err().println(near);
            }
            return ExitStatus.USER_MISTAKE;
        }
        return ExitStatus.DONE;
    }

    /**
     * What only those refuse who build: the cluster is built as a run would, with a few of its records. A plug-in that
     * throws is what is wrong.
     */
    private Demand built(ResolvedMix mix) {
        String where = mix.values().stream()
                .filter(value -> value.key().equals(MixKeys.PROTOCOL))
                .map(ResolvedMix.Value::origin)
                .findFirst()
                .orElse("");
        String missing = "";
        try {
            Question.rehearse(mix);
        } catch (RefusedException refused) {
            missing = refused.getMessage();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError thrown) {
            Optional<String> fault = PluginFault.describe(thrown, new PluginCode(scope.own()));
            if (fault.isEmpty()) {
                throw thrown;
            }
            missing = fault.get();
        }
        return new Demand(
                where, "protocol '" + mix.parts().protocol().id() + "'", "a cluster like this", "the mix", missing);
    }
}

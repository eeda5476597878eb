// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/**
 * Outcomes are types: what a run, a study or a campaign came to is read by the class that wrote it, and nothing is
 * decided by the words of a sentence for people.
 */
@AnalyzeClasses(packages = "org.breadboard", importOptions = ImportOption.DoNotIncludeTests.class)
class TypedEndsTest {
    private static final String RESULT = "org.breadboard.platform.result.";
    private static final String STUDY = "org.breadboard.platform.study.";
    private static final String CAMPAIGN = "org.breadboard.platform.campaign.";
    private static final String CASES = "org.breadboard.platform.cases.";
    private static final String REPRODUCE = "org.breadboard.platform.reproduce.";

    /** Each writes the document, or the part of one, whose keys it reads; JMH writes what the last one reads. */
    private static final Set<String> OWNERS = Set.of(
            RESULT + "Summary",
            RESULT + "StudySummary",
            RESULT + "StoredResult",
            RESULT + "UsageGroup",
            "org.breadboard.platform.page.Exhibit",
            "org.breadboard.platform.pack.form.PackManifest",
            "org.breadboard.platform.pack.form.PackedClaim",
            "org.breadboard.platform.pack.form.PackedStudy",
            STUDY + "claim.ClaimRow",
            STUDY + "run.KeptPoint",
            STUDY + "run.PointRequest",
            CAMPAIGN + "Asked",
            CAMPAIGN + "Reached",
            CASES + "Ended",
            REPRODUCE + "EndedStudy",
            REPRODUCE + "Reproduce",
            "org.breadboard.bench.TimedCommand");

    /** Where sentences about an outcome come from. */
    private static final Set<String> SENTENCES = Set.of(
            "RunFailure.sentence",
            "RunVerdict.anomalies",
            "RunVerdict.notJudged",
            "Summary.failure",
            "Point.failure",
            "PointOutcome.failure",
            "TestOutcome.failure",
            "TestOutcome.findings",
            "Ended.verdict",
            "Anomaly.sentence");

    /** What would look for words in one; that a sentence ends with a full stop decides nothing. */
    private static final Set<String> SEARCHES = Set.of("contains", "startsWith", "indexOf");

    @ArchTest
    static final ArchRule onlyOwnersOfADocumentReadItsKeys = classes()
            .should(new ArchCondition<>("read no JSON by keys that another class writes") {
                @Override
                public void check(JavaClass user, ConditionEvents events) {
                    String outermost = user.getName().split("\\$", -1)[0];
                    user.getMethodCallsFromSelf().stream()
                            .filter(call -> readsKey(call) && !OWNERS.contains(outermost))
                            .forEach(call -> events.add(SimpleConditionEvent.violated(user, call.getDescription())));
                }
            });

    @ArchTest
    static final ArchRule nothingIsDecidedByTheWordsOfASentence = classes()
            .should(new ArchCondition<>("search no sentence about an outcome for words") {
                @Override
                public void check(JavaClass user, ConditionEvents events) {
                    user.getCodeUnits().stream()
                            .filter(TypedEndsTest::asksForASentence)
                            .flatMap(unit -> unit.getMethodCallsFromSelf().stream())
                            .filter(call -> call.getTargetOwner().isEquivalentTo(String.class)
                                    && SEARCHES.contains(call.getName()))
                            .forEach(call -> events.add(SimpleConditionEvent.violated(user, call.getDescription())));
                }
            });

    /** A default text, which {@code asText} takes, is no key. */
    private static boolean readsKey(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(JsonNode.class)
                && !call.getName().equals("asText")
                && call.getTarget().getRawParameterTypes().stream()
                        .anyMatch(type -> type.isEquivalentTo(String.class) || type.isEquivalentTo(JsonPointer.class));
    }

    private static boolean asksForASentence(JavaCodeUnit unit) {
        return unit.getMethodCallsFromSelf().stream()
                .anyMatch(call -> SENTENCES.contains(call.getTargetOwner().getSimpleName() + '.' + call.getName()));
    }
}

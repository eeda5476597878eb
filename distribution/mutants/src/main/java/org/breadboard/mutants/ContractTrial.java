// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The process of one mutant and its contract: runs what the testkit has in the contract until a test fails, without
 * what the author of the protocol has added, and prints the line that {@link Trial} prints of a command. The class path
 * decides which mutant it is.
 */
final class ContractTrial {
    private static final int LONGEST = 240;
    private static final String TESTKIT = "org.breadboard.testkit";

    private ContractTrial() {}

    /** The name of the contract's test class. */
    public static void main(String[] given) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(given[0]))
                .filters((PostDiscoveryFilter) ContractTrial::included)
                .build();
        int[] ended = {0};
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                ended[0] += test.isTest() ? 1 : 0;
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                    end(Trial.CAUGHT, test.getLegacyReportingName(), finding(result));
                }
            }
        });
        end(Trial.HELD, given[0], ended[0] + " tests");
    }

    private static FilterResult included(TestDescriptor test) {
        boolean own = test.getSource()
                .filter(MethodSource.class::isInstance)
                .filter(source -> !((MethodSource) source)
                        .getJavaMethod()
                        .getDeclaringClass()
                        .getPackageName()
                        .equals(TESTKIT))
                .isPresent();
        return FilterResult.includedIf(!own);
    }

    private static String finding(TestExecutionResult result) {
        String said = result.getThrowable().map(Throwable::toString).orElse("").replaceAll("\\s+", " ");
        String whole = said.replaceFirst("^[\\w.]+: ", "");
        return whole.length() > LONGEST ? whole.substring(0, LONGEST) : whole;
    }

    private static void end(String word, String test, String finding) {
        System.out.println(String.join("\t", word, test, finding, test));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}

/** The rules that the contract suites check by, apart from JUnit and from each other. For the suites alone. */
package org.breadboard.testkit.rules;

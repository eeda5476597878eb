/**
 * The verb {@code report}: the plots and tables of a result that was kept, each as a file of a form that papers take.
 * It begins at {@link org.breadboard.platform.report.ReportVerb}; a {@code ReportForm} knows what an exhibit becomes.
 * It reads the page of the result alone, so it serves results of all kinds. On its caller's thread.
 */
package org.breadboard.platform.report;

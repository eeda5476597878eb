/**
 * What a faster stage, resource or data sheet would buy: a mix is run again with each of them faster, one at a time,
 * and with one bottleneck after another. Entry type: {@link org.breadboard.platform.whatif.WhatIf}. One thread; the
 * runs are in workers.
 */
package org.breadboard.platform.whatif;

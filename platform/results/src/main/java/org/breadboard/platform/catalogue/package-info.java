/**
 * What a user can name: {@link org.breadboard.platform.catalogue.Catalogue} lists mixes, studies, testbeds and what
 * plug-ins offer.
 */
package org.breadboard.platform.catalogue;

/** What mixes are made of: the parts that plug-ins bring, and data sheets of hardware. */
package org.breadboard.platform.mix.parts;

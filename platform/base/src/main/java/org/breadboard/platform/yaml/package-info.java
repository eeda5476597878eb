/**
 * YAML as users write it: no tags, few aliases, small, and every value knows its file and line. Entry type:
 * {@link org.breadboard.platform.yaml.YamlFile}. Any thread.
 */
package org.breadboard.platform.yaml;

/** What files and folders can meet with. Entry type: {@link org.breadboard.platform.files.FileTrouble}. Any thread. */
package org.breadboard.platform.files;

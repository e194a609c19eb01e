// @ts-check
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} SshdFacts
 * @property {number | undefined} uid of the user, where the system has such
 * @property {string} groups the text of `/etc/group`
 * @property {string} mounts the text of `/proc/mounts`; empty where there is none
 */

/**
 * Explains why an sshd of this user cannot allocate terminals, if so. sshd hands each terminal to the
 * group tty. As a user other than root it may not, and ends the session unless the system creates
 * terminals with that group, which is an option of the mount.
 * @param {SshdFacts} facts
 * @returns {string | undefined} one sentence with a next step
 */
export function findSshdObstacle({ uid, groups, mounts }) {
  const group = /^tty:[^:]*:(\d+):/m.exec(groups)?.[1];
  // The last one covers those before it.
  const options = [...mounts.matchAll(/^\S+ \/dev\/pts devpts (\S+)/gm)].at(-1)?.[1];
  const isSafe = uid === 0 || group === undefined || options === undefined;
  if (isSafe || options.split(',').includes(`gid=${group}`)) {
    return undefined;
  }
  return `Tests over SSH are skipped, since sshd cannot allocate a terminal for a user other than root where /dev/pts is mounted without gid=${group} (the group tty): run "mount -o remount,gid=${group} /dev/pts" as root, or run the tests as root.`;
}

/** {@link findSshdObstacle} for this process. */
export function readSshdObstacle() {
  return findSshdObstacle({
    uid: process.getuid?.(),
    groups: readText('/etc/group'),
    mounts: readText('/proc/mounts'),
  });
}

/**
 * Empty where there is none, as on other systems.
 * @param {string} path
 */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

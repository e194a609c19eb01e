// @ts-check
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} SshdFacts
 * @property {number | undefined} uid of the user, if the system has user ids
 * @property {string} groups the text of `/etc/group`
 * @property {string} mounts the text of `/proc/mounts`; empty if there is none
 */

/**
 * Explains why an sshd of this user cannot allocate terminals, if so. sshd assigns each terminal to
 * the group tty. A user other than root is not allowed to do this, and sshd ends the session unless
 * the system creates terminals with that group, which is an option of the mount.
 * @param {SshdFacts} facts
 * @returns {string | undefined} one sentence with a next step
 */
function findSshdObstacle({ uid, groups, mounts }) {
  const group = /^tty:[^:]*:(\d+):/m.exec(groups)?.[1];
  // The last mount hides the earlier ones.
  const options = [...mounts.matchAll(/^\S+ \/dev\/pts devpts (\S+)/gm)].at(-1)?.[1];
  const isSafe = uid === 0 || group === undefined || options === undefined;
  if (isSafe || options.split(',').includes(`gid=${group}`)) {
    return undefined;
  }
  return `Tests over SSH are skipped, since sshd cannot allocate a terminal for a user other than root if /dev/pts is mounted without gid=${group} (the group tty): run "mount -o remount,gid=${group} /dev/pts" as root, or run the tests as root.`;
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
 * Empty if there is none, as on other systems.
 * @param {string} path
 */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

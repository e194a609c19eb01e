import assert from 'node:assert/strict';
import { findSshdObstacle } from '../../../scripts/lib/sshdObstacle.mjs';

const GROUPS = 'root:x:0:\ntty:x:5:\nusers:x:100:\n';
const ROOT_MOUNT = '/dev/vda / ext4 rw,gid=5 0 0\n';
const WITH = 'devpts /dev/pts devpts rw,gid=5,mode=620,ptmxmode=000 0 0\n';
const WITHOUT = 'devpts /dev/pts devpts rw,relatime,mode=600,ptmxmode=000 0 0\n';
const OTHER = 'devpts /dev/pts devpts rw,gid=55,mode=620 0 0\n';

describe('findSshdObstacle', () => {
  const find = (mounts: string, { uid = 1000, groups = GROUPS } = {}) =>
    findSshdObstacle({ uid, groups, mounts: ROOT_MOUNT + mounts });

  for (const [what, obstacle] of [
    ['no gid', find(WITHOUT)],
    ['another gid', find(OTHER)],
    ['a later mount without gid', find(WITH + WITHOUT)],
  ] as const) {
    it(`names the mount of /dev/pts and the option that it lacks: ${what}`, () => {
      assert.match(obstacle ?? '', /cannot allocate .* \/dev\/pts is mounted without gid=5 /);
    });
  }

  for (const [what, obstacle] of [
    ['root', find(WITHOUT, { uid: 0 })],
    ['the gid of tty', find(WITH)],
    ['the gid of tty in the last mount', find(WITHOUT + WITH)],
    ['no group tty', find(WITHOUT, { groups: 'root:x:0:\n' })],
    ['a system without the mount', find('')],
  ] as const) {
    it(`finds none with ${what}`, () => assert.equal(obstacle, undefined));
  }
});

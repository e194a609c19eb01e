import assert from 'node:assert/strict';
import { spawnFailure } from '../../../../src/pty/native/spawnFailure';

const SPEC = { file: 'sh', args: [], cwd: '/home/ada', env: {}, cols: 80, rows: 24 };

describe('spawnFailure', () => {
  const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

  for (const cause of [
    new Error('forkpty(3) failed.'),
    new Error('posix_openpt failed: Device not configured'),
    new Error('posix_spawn failed: Resource temporarily unavailable'),
    withCode('EMFILE: too many open files, open /dev/pts/3', 'EMFILE'),
    withCode('open /dev/pts/3', 'ENFILE'),
  ]) {
    it(`advises to end sessions if the system is out of resources: ${cause.message}`, () => {
      const error = spawnFailure(SPEC, cause);
      assert.equal(error.code, 'SPAWN_FAILED');
      assert.equal(error.cause, cause);
      assert.equal(
        error.message,
        `Cannot start "sh" in /home/ada: the system cannot provide another terminal or process (${cause.message}); end some sessions and try again.`,
      );
    });
  }

  for (const cause of [
    new Error('File not found: sh'),
    new Error('posix_spawn failed: Permission denied'),
    withCode('EACCES: permission denied, open /dev/pts/3', 'EACCES'),
  ]) {
    it(`reports the reason without advice about sessions: ${cause.message}`, () => {
      assert.equal(
        spawnFailure(SPEC, cause).message,
        `Cannot start "sh" in /home/ada: the system refuses it (${cause.message}); check that the program and the folder exist and may be used.`,
      );
    });
  }
});

import assert from 'node:assert/strict';
import { RequiredCwdSpawner } from '../../../../src/pty/process/requiredCwd';
import type { PtyProcess, PtySpawnSpec } from '../../../../src/pty/ptyProcess';

const PROGRAM: PtySpawnSpec = {
  ...{ file: 'agent', args: ['--resume', 'a b'], cwd: '/w', env: {}, cols: 80, rows: 24 },
};

describe('a program that requires its directory', () => {
  const spawned: PtySpawnSpec[] = [];
  const on = (platform: NodeJS.Platform): RequiredCwdSpawner => {
    const spawner = {
      spawn: (spec: PtySpawnSpec): PtyProcess => {
        spawned.push(spec);
        return {} as PtyProcess;
      },
    };
    return new RequiredCwdSpawner({ spawner, platform });
  };

  beforeEach(() => spawned.splice(0));

  it('is preceded by a check in its own process, with its own arguments', () => {
    on('linux').spawn({ ...PROGRAM, requiresCwd: true });
    const [{ file, args, cwd } = assert.fail()] = spawned;
    assert.deepEqual([file, cwd], ['/bin/sh', '/w']);
    assert.deepEqual(args.slice(2), ['sh', '/w', 'agent', '--resume', 'a b']);
  });

  it('is started as it is on Windows, on another machine, and if it does not require it', () => {
    const ssh = { target: 'host', sshArgs: [] } as unknown as NonNullable<PtySpawnSpec['ssh']>;
    on('win32').spawn({ ...PROGRAM, requiresCwd: true });
    on('linux').spawn({ ...PROGRAM, requiresCwd: true, ssh });
    on('linux').spawn(PROGRAM);
    assert.deepEqual(
      spawned.map(({ file }) => file),
      ['agent', 'agent', 'agent'],
    );
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import {
  CliDetector,
  type CliDetection,
  isPlainText,
} from '../../../../src/providers/launch/cliDetector';
import { findExecutable } from '../../../../src/pty/shell/preflight';
import type { RunCommand } from '../../../../src/pty/process/command';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { configOf } from '../../../support/agents/agentCommands';

const PROGRAM = 0o755;
const HANG_TIMEOUT_MS = 300;

describe('CliDetector with real programs', () => {
  let directory: string;
  let env: Readonly<Record<string, string>>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cli-detector-'));
    env = { PATH: `${directory}:/usr/bin:/bin` };
  });

  afterEach(() => rm(directory, { recursive: true }));

  const write = (name: string, text: string, mode = PROGRAM): Promise<void> =>
    writeFile(join(directory, name), text, { mode });

  const detect = (cli?: string, run: RunCommand = runCommand): Promise<CliDetection> =>
    new CliDetector({
      findExecutable,
      isPlainText,
      runCommand: run,
      platform: process.platform,
      home: directory,
      clock: systemClock,
      logger: nullLogger,
    }).detect(configOf('claude', cli === undefined ? undefined : { cli }), env);

  it('finds a CLI in a directory with spaces, through a link', async () => {
    await mkdir(join(directory, "my 'tools'"));
    await write("my 'tools'/real", '#!/bin/sh\necho "9.8.7 (Claude Code)"\n');
    await symlink(join(directory, "my 'tools'", 'real'), join(directory, "my 'tools'", 'claude'));
    const path = join(directory, "my 'tools'", 'claude');
    const detection = await detect(path);
    assert.equal(detection.status.version, '9.8.7');
    assert.equal(detection.kind === 'program' && detection.name, path);
  });

  it('stops waiting for a CLI that hangs', async () => {
    await write('claude', '#!/bin/sh\nexec sleep 1000\n');
    const { kind, status } = await detect(undefined, (request) =>
      runCommand({ ...request, timeoutMs: HANG_TIMEOUT_MS }),
    );
    assert.equal(kind, 'program');
    assert.equal(status.version, undefined);
  });

  it('accepts a CLI that prints 10 MB and hangs', async () => {
    await write('claude', '#!/bin/sh\nhead -c 10485760 /dev/zero | tr "\\0" x\nsleep 1000\n');
    const { kind, status } = await detect();
    assert.equal(kind, 'program');
    assert.equal(status.version, undefined);
  });

  const problems: [string, (path: string) => Promise<void>, string][] = [
    ['a directory', (path) => mkdir(path).then(() => undefined), 'is a directory, not a program'],
    ['a text file', (path) => writeFile(path, 'x\n', { mode: 0o644 }), 'is not executable'],
    [
      'an executable text file',
      (path) => writeFile(path, 'x\n', { mode: PROGRAM }),
      'is a text file, not a program',
    ],
    [
      'a broken link',
      (path) => symlink('/nowhere', path),
      'is a link to a file that does not exist',
    ],
  ];
  for (const [title, make, problem] of problems) {
    it(`reports that the setting names ${title}`, async () => {
      const path = join(directory, 'mine');
      await make(path);
      const { kind, status } = await detect(path);
      assert.equal(kind, 'absent');
      assert.equal(status.problem, `${path} ${problem}`);
    });
  }
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { systemClock } from '../../../../src/base/clock';
import { SessionError } from '../../../../src/base/errors';
import { nullLogger } from '../../../../src/base/logger';
import { NodePtyLoader } from '../../../../src/pty/native/nodePtyLoader';
import { makeExecutable } from '../../../../src/pty/native/nodePtySpawnHelper';
import { NodePtySpawner } from '../../../../src/pty/native/nodePtySpawner';
import { programSpec, record } from '../../../support/pty/realPty';

const CHECKOUT = resolve(__dirname, '../../../..');
const TRIAL = join(__dirname, 'descriptorLimitTrial.ts');

interface TrialResult {
  readonly codes: readonly string[];
  readonly exit: unknown;
  readonly leaked: number;
}

describe('NodePtySpawner', function () {
  this.timeout(20_000);
  let directory = '';

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'node-pty-'));
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  function createSpawner(extensionPath: string) {
    const log: string[] = [];
    const logger = { ...nullLogger, info: (message: string) => void log.push(message) };
    const loader = new NodePtyLoader({
      require: createRequire(__filename),
      roots: { appRoot: directory, extensionPath, electron: false },
      platform: process.platform,
      logger,
    });
    return { log, spawner: new NodePtySpawner({ loader, clock: systemClock, logger }) };
  }

  it('uses our copy if the native module of the one of VS Code cannot be loaded', async () => {
    const broken = join(directory, 'node_modules', 'node-pty');
    for (const part of ['package.json', 'lib', 'prebuilds']) {
      cpSync(join(CHECKOUT, 'node_modules', 'node-pty', part), join(broken, part), {
        recursive: true,
      });
    }
    writeFileSync(
      join(broken, 'prebuilds', `${process.platform}-${process.arch}`, 'pty.node'),
      'not a native module',
    );
    const { log, spawner } = createSpawner(CHECKOUT);
    const { exit } = await record(spawner.spawn(programSpec('/bin/sh', ['-c', 'exit 5'])));
    assert.equal(exit.exitCode, 5);
    assert.match(log.join('\n'), /not used: .*node-pty.*: Failed to load native module: pty\.node/);
    const ours = join(CHECKOUT, 'node_modules', 'node-pty');
    assert.equal(log.at(-1), `Terminals use node-pty 1.2.0-beta.15 (native) from ${ours}.`);
  });

  it('names the searched directories if no copy exists', () => {
    const { spawner } = createSpawner(join(directory, 'extension'));
    assert.throws(
      () => spawner.spawn(programSpec('/bin/true')),
      (error) => {
        assert.ok(SessionError.is(error, 'SPAWN_FAILED'));
        for (const place of ['node_modules', 'extension/vendor', 'extension/node_modules']) {
          assert.ok(error.message.includes(`${join(directory, place)}/node-pty: Cannot find`));
        }
        return true;
      },
    );
  });

  it('fails with SPAWN_FAILED when descriptors run out, leaks none and works again later', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const support = join(CHECKOUT, 'test', 'support', 'pty', 'realPty.ts');
    const trial = join(directory, 'trial.cjs');
    // Bundled, since a loader of TypeScript opens and closes descriptors of its own.
    await build({
      ...{ entryPoints: [TRIAL], outfile: trial, bundle: true, platform: 'node' },
      define: { __dirname: JSON.stringify(dirname(support)), __filename: JSON.stringify(support) },
    });
    const script = 'ulimit -n 80; exec "$0" "$1"';
    const { stdout } = await promisify(execFile)('/bin/sh', [
      '-c',
      script,
      process.execPath,
      trial,
    ]);
    const { codes, exit, leaked } = JSON.parse(stdout) as TrialResult;
    assert.deepEqual([[...new Set(codes)], exit], [['SPAWN_FAILED'], { exitCode: 9 }]);
    // Fewer than before is no leak: those of the first program may still have been closing.
    assert.ok(leaked <= 0, `${leaked} descriptors leaked`);
  });

  it('makes a helper executable, and ignores a missing one', () => {
    const helper = join(directory, 'spawn-helper');
    writeFileSync(helper, '');
    chmodSync(helper, 0o644);
    makeExecutable(helper, nullLogger);
    assert.equal(statSync(helper).mode & 0o777, 0o755);
    makeExecutable(join(directory, 'nothing'), nullLogger);
  });
});

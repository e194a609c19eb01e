import assert from 'node:assert/strict';
import { join } from 'node:path';
import { systemClock } from '../../../../src/base/clock';
import { SessionError } from '../../../../src/base/errors';
import { nullLogger } from '../../../../src/base/logger';
import { NodePtyLoader } from '../../../../src/pty/native/nodePtyLoader';
import { NodePtySpawner } from '../../../../src/pty/native/nodePtySpawner';

const CODE = '/code/node_modules/node-pty';
const OURS = '/ext/vendor/node-pty';
const SPEC = { file: 'sh', args: [], cwd: '/', env: {}, cols: 80, rows: 24 };

type Module = Readonly<Record<string, unknown>>;

/** A copy whose public API starts a program, or fails with `spawnError`. */
function copy(version: string, { spawnError, ...rest }: { spawnError?: string } & Module = {}) {
  const spawn = () => {
    if (spawnError) {
      throw new Error(spawnError);
    }
    return { pid: 1, onData: noListener, onExit: noListener, kill() {} };
  };
  return { version, module: { spawn, ...rest } };
}

function noListener() {
  return { dispose() {} };
}

/** Copies by directory. A missing path throws the error of Node. */
function setUp(copies: Readonly<Record<string, { version: unknown; module: unknown }>>) {
  const log: string[] = [];
  const logger = {
    ...nullLogger,
    info: (message: string) => void log.push(message),
    warn: (message: string) => void log.push(`warning: ${message}`),
  };
  const required: string[] = [];
  const loader = new NodePtyLoader({
    require(path) {
      required.push(path);
      for (const [directory, { version, module }] of Object.entries(copies)) {
        if (path === join(directory, 'package.json')) {
          return { version };
        }
        if (path === directory) {
          return module;
        }
      }
      throw new Error(`Cannot find module '${path}'\nRequire stack:\n- here`);
    },
    roots: { appRoot: '/code', extensionPath: '/ext', electron: false },
    platform: 'win32',
    logger,
  });
  const spawner = new NodePtySpawner({ loader, clock: systemClock, logger });
  return { spawner, log, required };
}

describe('NodePtyLoader', () => {
  it('requires no copy before the first start', () => {
    const { required } = setUp({ [CODE]: copy('1.2.0-beta.15') });
    assert.deepEqual(required, []);
  });

  it('uses the copy of VS Code if it is recent, and logs a copy that is missing', () => {
    const { spawner, log } = setUp({
      [CODE]: copy('1.2.0-beta.15'),
      [OURS]: copy('1.2.0-beta.15'),
    });
    spawner.spawn(SPEC);
    assert.deepEqual(log, [
      "node-pty not used: /ext/node_modules/node-pty: Cannot find module '/ext/node_modules/node-pty/package.json'",
      `Terminals use node-pty 1.2.0-beta.15 (public) from ${CODE}.`,
    ]);
  });

  it('uses our copy if the one of VS Code is older, and an older one alone with a warning', () => {
    const old = { [CODE]: copy('1.1.0-beta35') };
    const both = setUp({ ...old, [OURS]: copy('1.2.0-beta.15') });
    both.spawner.spawn(SPEC);
    assert.equal(both.log.at(-1), `Terminals use node-pty 1.2.0-beta.15 (public) from ${OURS}.`);
    const alone = setUp(old);
    alone.spawner.spawn(SPEC);
    assert.match(
      alone.log.at(-1) ?? '',
      /^warning: node-pty 1.1.0-beta35 is older than 1.2.0-beta.15/,
    );
  });

  it('skips a copy that loads but cannot start a program, and does not retry it', () => {
    const { spawner, log } = setUp({
      [CODE]: copy('1.2.0', { spawnError: 'no helper' }),
      [OURS]: copy('1.2.0-beta.15'),
    });
    spawner.spawn(SPEC);
    spawner.spawn(SPEC);
    assert.deepEqual(
      log.filter((line) => line.includes(CODE)),
      [`node-pty not used: ${CODE} 1.2.0 (public): no helper`],
    );
  });

  it('keeps a copy that has started a program, and attributes a later failure to the system', () => {
    const failing: { spawnError?: string } = {};
    const { module } = copy('1.2.0');
    const spawn = () => {
      if (failing.spawnError) {
        throw new Error(failing.spawnError);
      }
      return module.spawn();
    };
    const { spawner } = setUp({
      [CODE]: { version: '1.2.0', module: { spawn } },
      [OURS]: copy('1.2.0'),
    });
    spawner.spawn(SPEC);
    failing.spawnError = 'forkpty(3) failed.';
    assert.throws(
      () => spawner.spawn(SPEC),
      (error) => {
        assert.ok(SessionError.is(error, 'SPAWN_FAILED'));
        assert.equal(
          error.message,
          'Cannot start "sh" in /: the system cannot provide another terminal or process (forkpty(3) failed.); end some sessions and try again.',
        );
        return true;
      },
    );
    delete failing.spawnError;
    spawner.spawn(SPEC);
  });

  it('reports every copy with its failure if none works', () => {
    const { spawner } = setUp({
      [CODE]: { version: 'latest', module: {} },
      [OURS]: { version: '1.2.0', module: { native: {} } },
    });
    assert.throws(
      () => spawner.spawn(SPEC),
      (error) => {
        assert.ok(SessionError.is(error, 'SPAWN_FAILED'));
        assert.equal(
          error.message,
          `Cannot start "sh": no copy of node-pty works here (${CODE}: its package.json names no version; ` +
            "/ext/node_modules/node-pty: Cannot find module '/ext/node_modules/node-pty/package.json'; " +
            `${OURS}: it has no function "spawn"); install the package of Agent Terminals that is made for ${process.platform}-${process.arch}.`,
        );
        return true;
      },
    );
  });

  for (const [where, spec] of [
    ['file', { ...SPEC, file: 'sh\0' }],
    ['argument', { ...SPEC, args: ['a\0b'] }],
    ['variable', { ...SPEC, env: { A: '\0' } }],
  ] as const) {
    it(`refuses to start a program with a NUL in: ${where}`, () => {
      const { spawner } = setUp({ [CODE]: copy('1.2.0') });
      assert.throws(
        () => spawner.spawn(spec),
        (error) => SessionError.is(error, 'SPAWN_FAILED') && error.message.includes('NUL'),
      );
    });
  }
});

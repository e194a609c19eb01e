import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NODE_24, ROOT } from '../../../scripts/lib/paths.mjs';
import { runToExit } from '../../../scripts/lib/runProgram.mjs';

const MODULE = pathToFileURL(join(ROOT, 'scripts', 'lib', 'levels', 'runAlone.mjs')).href;

describe('runAlone', () => {
  let directory: string;
  let lock: string;
  const started: ChildProcess[] = [];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-alone-'));
    lock = join(directory, 'none yet', 'test.lock');
  });
  afterEach(() => {
    started.splice(0).forEach((child) => child.kill('SIGKILL'));
    rmSync(directory, { recursive: true });
  });

  /** The arguments of a Node that runs `code` alone. */
  const program = (code: string): string[] => {
    const run = `runAlone(${JSON.stringify(lock)}, async () => { ${code} })`;
    const text = `import { runAlone } from '${MODULE}'; process.exitCode = await ${run};`;
    return ['--input-type=module', '--eval', text];
  };
  const run = () => runToExit(NODE_24, program("console.log('ran'); return 7;"));
  const RAN = { code: 7, output: 'ran\n' };

  /** Starts a program that runs until it is ended. */
  async function startEndless(): Promise<ChildProcess> {
    const code = "console.log('runs'); await new Promise((end) => setTimeout(end, 100_000));";
    const child = spawn(NODE_24, program(code), { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  it('releases the lock if the program fails', async () => {
    const { code, output } = await runToExit(NODE_24, program("throw new Error('no luck');"));
    assert.equal(code, 1);
    assert.match(output, /no luck/);
    assert.equal(existsSync(lock), false);
  });

  it('refuses a second program with one sentence, and does not end the first one', async () => {
    const first = await startEndless();
    for (const { code, output } of [await run(), await run()]) {
      assert.equal(code, 1);
      assert.match(output, /^Another "npm test" runs in this checkout [^.]*\.\n$/);
    }
    assert.deepEqual([first.exitCode, first.signalCode], [null, null]);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`runs the next program at once after one that ended by ${signal}`, async function () {
      if (process.platform === 'win32') {
        this.skip();
      }
      const first = await startEndless();
      const exit = once(first, 'exit');
      first.kill(signal);
      assert.deepEqual(await exit, [null, signal]);
      assert.deepEqual(await run(), RAN);
    });
  }
});

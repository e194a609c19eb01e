import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { HEADLESS } from '../../../scripts/lib/bundles/headlessBundle.mjs';
import { SESSION_HOST } from '../../../scripts/lib/bundles/hostBundle.mjs';
import { LAZY_XTERM } from '../../../scripts/lib/bundles/xtermBundle.mjs';

/** Prints the first use of each of Node's classes of `fetch`, and the start of each module of xterm.js. */
const REPORT_USES = `
  for (const name of ['Request', 'Response', 'Headers', 'fetch']) {
    Object.defineProperty(globalThis, name, { get: () => (console.log(name), class {}) });
  }
  globalThis.reportXterm = (path) => console.log(path);
`;

/** Adds a line to each module of xterm.js that prints its name as the module starts. */
const REPORTED_XTERM: Plugin = {
  name: 'reportedXterm',
  setup(bundle) {
    bundle.onLoad({ filter: /@xterm[/\\][\w-]+[/\\]/ }, ({ path }) => ({
      contents: `globalThis.reportXterm?.(${JSON.stringify(path.replace(/.*@xterm./, ''))});
        exports.Terminal = exports.Unicode11Addon = class {};`,
    }));
  },
};

describe('the start of a program', () => {
  let directory: string;

  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'agent-terminals-start-'))));
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Returns what the program has used when it has been loaded, and then what `then` uses. */
  async function usesOf(options: BuildOptions, then = ''): Promise<readonly string[]> {
    const program = join(directory, 'program.cjs');
    const plugins = [REPORTED_XTERM, ...(options.plugins ?? [])];
    await build({ ...options, plugins, outfile: program });
    const script = join(directory, 'load.cjs');
    writeFileSync(
      script,
      `${REPORT_USES} const program = require('./program.cjs'); ${then}; process.exit()`,
    );
    return execFileSync(process.execPath, [script], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  }

  it('runs neither xterm.js nor the classes of fetch without a window', async () => {
    assert.deepEqual(await usesOf(HEADLESS), []);
  });

  it('runs neither of them in the session host', async () => {
    assert.deepEqual(await usesOf(SESSION_HOST), []);
  });

  it('runs xterm.js with the first use of one of its exports', async () => {
    const source = `import { Terminal } from '@xterm/headless';
      import { Unicode11Addon } from '@xterm/addon-unicode11';
      export const terminal = () => new Terminal();
      export const addon = () => new Unicode11Addon();`;
    const options = {
      ...{ bundle: true, format: 'cjs', platform: 'node', plugins: [LAZY_XTERM] },
      stdin: { contents: source, resolveDir: __dirname },
    } satisfies BuildOptions;
    const uses = (then: string): Promise<readonly string[]> => usesOf(options, then);
    assert.deepEqual(await uses(''), []);
    assert.deepEqual(await uses('program.terminal()'), ['headless/lib-headless/xterm-headless.js']);
    assert.deepEqual(await uses('program.addon()'), ['addon-unicode11/lib/addon-unicode11.js']);
  });
});

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { buildHookHelper } from '../../../scripts/lib/hookHelperBundle.mjs';
import { copyApiConnection } from '../../../src/commands/copyApiConnection';
import { DrivenClaude } from '../../support/drivenCli';
import { CommandWorld } from '../../support/fakeCommandDeps';
import { useApi } from '../../support/useApi';

/** `--json` came with 7.82. */
const hasCurl = (): boolean => {
  const [, major = 0, minor = 0] =
    /^curl (\d+)\.(\d+)/.exec(
      spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout ?? '',
    ) ?? [];
  return Number(major) > 7 || (Number(major) === 7 && Number(minor) >= 82);
};

describe('the lines of README.md for curl', function () {
  this.timeout(120_000);
  const api = useApi();
  const claude = new DrivenClaude();

  before(async function () {
    if (!hasCurl()) {
      this.skip();
    }
    await buildHookHelper();
  });
  beforeEach(() => claude.setUp(api.fixture));
  afterEach(() => claude.tearDown());

  it('work as they are printed, after what the command copies', async () => {
    const [, lines = ''] = /```sh\n(auth=[^]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
    let copied = '';
    const world = new CommandWorld({
      api: api.core.api.window,
      copyText: (text) => Promise.resolve(void (copied = text)),
    });
    await copyApiConnection(world.deps);
    const marked = lines.replace(/^curl/gm, 'echo; echo ===; curl');
    const said = await runInShell(copied + marked, api.fixture.folder);
    const parts = said.split('\n===\n');
    assert.deepEqual(
      parts.length,
      lines.split('\n').filter((line) => line.startsWith('curl')).length + 1,
    );
    const [, asked = '', streamed = '', waited = '', screen = '', events = '', deleted, page] =
      parts;
    assert.equal(
      (JSON.parse(asked) as { response: string }).response,
      'Stand-in answer to: Review the last commit.',
    );
    assert.match(streamed, /event: delta\ndata: \{"text":/);
    assert.match(
      streamed,
      /event: done\ndata: \{"response":"Stand-in answer to: And the one before\?"/,
    );
    assert.match(waited, /"activity":\{"kind":"(?:idle|done)"/);
    assert.match(screen, /Stand-in answer to: And the one before\?/);
    assert.match(events, /^event: session\ndata: /);
    assert.equal(deleted, '');
    assert.match(page ?? '', /^\{"openapi":"3\.1\.0"/);
    assert.deepEqual(api.core.sessions.list(), []);
  });
});

function runInShell(script: string, cwd: string): Promise<string> {
  const child = spawn('/bin/sh', ['-c', script], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (part) => (said += part));
  return new Promise((resolve) => child.on('close', () => resolve(said)));
}

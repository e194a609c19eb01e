import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { runCli } from '../../../../src/cli/runCli';
import type { CliIo } from '../../../../src/cli/verb';
import { VERBS } from '../../../../src/cli/verbs/allVerbs';

const REQUEST = 'Bash command\nrm \u202e-r .';

describe('agent-terminals approve', () => {
  let calls: unknown[];
  let request: string | null;

  beforeEach(() => {
    calls = [];
    request = REQUEST;
  });

  /** Runs the program with that input; its exit code, and what it wrote to stderr. */
  async function run(argv: readonly string[], { isTTY = true, input = '' } = {}) {
    const stdin = Object.assign(new PassThrough(), { isTTY });
    stdin.end(input);
    let text = '';
    const stderr = new PassThrough();
    stderr.on('data', (part) => (text += String(part)));
    const terminals = {
      get: () => Promise.resolve({ label: 'Ada', activity: { request } }),
      approve: (...call: unknown[]) => Promise.resolve(void calls.push(call)),
    };
    const stdout = new PassThrough();
    const headless = { open: () => Promise.resolve(), close: () => Promise.resolve() };
    const connect = () => terminals;
    const io = { stdin, stdout, stderr, env: {}, cwd: '/', connect, headless };
    // The verb uses no other members of the streams.
    const exit = await runCli(['approve', 'a', ...argv], VERBS, io as unknown as CliIo);
    return { exit, text };
  }

  it('shows the whole request, with what would deceive made visible, before it asks', async () => {
    const { exit, text } = await run([], { input: 'y\n' });
    assert.equal(exit, 0);
    assert.ok(
      text.includes('Ada requests:\n  Bash command\n  rm \\u202e-r .\nApprove? [y/N] '),
      text,
    );
    assert.deepEqual(calls, [['a', REQUEST]]);
  });

  for (const input of ['\n', 'n\n', 'yes please\n', '']) {
    it(`approves nothing after ${JSON.stringify(input)}`, async () => {
      assert.equal((await run([], { input })).exit, 1);
      assert.deepEqual(calls, []);
    });
  }

  it('requires --shown without a terminal, and passes it on', async () => {
    assert.equal((await run([], { isTTY: false, input: 'y\n' })).exit, 2);
    assert.deepEqual(calls, []);
    assert.equal((await run(['--shown', 'What?'], { isTTY: false })).exit, 0);
    assert.deepEqual(calls, [['a', 'What?']]);
  });

  it('refuses a request that the screen does not show as a whole', async () => {
    request = null;
    const { exit, text } = await run([], { input: 'y\n' });
    assert.equal(exit, 1);
    assert.match(text, /does not show all of a request/);
    assert.deepEqual(calls, []);
  });
});

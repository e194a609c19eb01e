import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderSnapshotPath } from '../../../src/endpoint/folderSnapshotEntry';
import { CLAUDE_LIKE } from '../../support/agents/claudeLike';
import { useCore } from '../../support/agents/useCore';
import { useCommandLine, type RunningProgram } from '../../support/api/useCommandLine';
import { useHeadlessExtension } from '../../support/api/useHeadlessExtension';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 20_000;

/**
 * A CLI that stores conversations, shows an input, and starts a process after the time in which those
 * count as its own.
 */
const AGENT = CLAUDE_LIKE.replace('while read', "while printf '❯ ' && read").replace(
  'exit*)',
  'work) sleep 3; sleep 600 & echo "works";;\n  exit*)',
);

/** What the screens of that CLI mean. */
const RULES = {
  claude: [
    { id: 'asks', shows: 'question', where: { last: 2 }, all: ['heard ask me'] },
    { id: 'rests', shows: 'idle', where: { last: 1 }, all: ['^❯'] },
  ],
};

describe('the end of idle agents without a window', function () {
  this.timeout(90_000);
  const fixture = useCore();
  const extension = useHeadlessExtension(fixture);
  const cli = useCommandLine();

  beforeEach(() => {
    const path = join(fixture.home, 'claude-like');
    writeFileSync(path, AGENT, { mode: 0o755 });
    fixture.set({ persistence: 'host', providers: { claude: { cli: path } } });
  });

  const run = (...args: readonly string[]): Promise<RunningProgram> =>
    cli
      .start({ cwd: fixture.folder, home: extension.home, env: { ...fixture.env } }, ...args)
      .ended();

  /** Leaves an agent that has heard these lines in the session host, and closes its window. */
  async function leave(...lines: readonly string[]): Promise<string> {
    const { id } = await (await fixture.prepare({ providerId: 'claude' })).launch();
    const seen = await fixture.watch(id);
    await fixture.untilShown(seen, '❯');
    for (const line of lines) {
      const { length } = seen.text;
      fixture.core.sessions.write(id, line);
      const shown = (): string => seen.text.slice(length);
      await waitFor(() => !line.endsWith('\r') || /(heard|works)[^]*❯/.test(shown()), {
        limitMs: LIMIT_MS,
        what: () => `the answer to ${line}; the agent printed ${shown()}`,
      });
    }
    return id;
  }

  async function endOrphans(id: string, hours = 1): Promise<RunningProgram> {
    await extension.store({ orphanTimeoutHours: hours, statusRules: RULES });
    await fixture.closeWindow();
    return callVerb(id);
  }

  const callVerb = (id: string): Promise<RunningProgram> =>
    run('end-orphans', folderSnapshotPath(extension.home, fixture.folderRef().uri), id);

  async function listIds(): Promise<readonly string[]> {
    const { stdout } = await run('list', '--json');
    const { sessions } = JSON.parse(stdout) as { readonly sessions: readonly { id: string }[] };
    return sessions.map(({ id }) => id);
  }

  it('ends an idle agent, whose conversation can be resumed', async () => {
    const id = await leave('hello\r');
    const { end, stdout, stderr } = await endOrphans(id);
    assert.deepEqual([stdout, stderr, end], [`${id} is ended.\n`, '', 0]);
    assert.deepEqual(await listIds(), []);
    assert.equal((await run('resume', id)).end, 0);
    assert.deepEqual(await listIds(), [id]);
  });

  const kept: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an open question', ['ask me\r'], /open question/],
    ['a draft', ['hello\r', 'half a thought'], /draft/],
    ['a child process', ['hello\r', 'work\r'], /child processes run: sleep/],
    ['a conversation that is not stored', [], /may not be resumable/],
  ];
  for (const [what, lines, reason] of kept) {
    it(`keeps an agent with ${what}`, async () => {
      const id = await leave(...lines);
      const { end, stdout } = await endOrphans(id);
      assert.match(stdout, reason);
      assert.equal(end, 0);
      assert.deepEqual(await listIds(), [id]);
    });
  }

  it('ends none with the default of the setting, which is 0', async () => {
    const id = await leave('hello\r');
    const { end, stderr } = await endOrphans(id, 0);
    assert.match(stderr, /ends idle agents/);
    assert.notEqual(end, 0);
    assert.deepEqual(await listIds(), [id]);
  });

  it('ends none while a window serves the folder', async () => {
    const id = await leave('hello\r');
    await extension.store({ orphanTimeoutHours: 1, statusRules: RULES });
    await fixture.core.api.window.update();
    assert.match((await callVerb(id)).stdout, /a window or a command serves/);
    assert.equal(fixture.core.sessions.get(id)?.state === 'terminated', false);
  });

  it('is no verb for people', async () => {
    assert.doesNotMatch((await run('--help')).stdout, /orphans/);
    assert.doesNotMatch((await run('no-verb')).stderr, /orphans/);
  });
});

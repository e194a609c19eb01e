import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import type { AgentOptions } from '../../../src/agents/startRequests';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';

/** Adds its arguments to a file, one line for each start. */
const AGENT = `#!/bin/sh
if [ "$1" = --version ]; then echo "2.0.0 (Claude Code)"; exit; fi
echo "[$*]" >> "$HOME/starts"
while read -r line; do :; done
`;

describe('the permission mode of a start', function () {
  this.timeout(60_000);
  const fixture = useCore();
  let count = 0;

  beforeEach(() => {
    count = 0;
    const cli = join(fixture.home, 'agent');
    writeFileSync(cli, AGENT, { mode: 0o755 });
    fixture.set({ providers: { claude: { cli } } });
  });

  /** Launches, and returns the arguments about permission with which the CLI was started. */
  async function begin(prepared: PreparedStart): Promise<string> {
    await prepared.launch();
    const file = join(fixture.home, 'starts');
    const lines = (): readonly string[] =>
      existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(count, -1) : [];
    await waitFor(() => lines().length > 0, { limitMs: 20_000, what: 'the start of the CLI' });
    const added = lines();
    count += added.length;
    const found = /--permission-mode \S+|--dangerously-skip-permissions/.exec(added.join());
    return found?.[0].replace(']', '') ?? '';
  }

  const prepare = (options: AgentOptions) => fixture.prepare({ providerId: 'claude', options });

  it('applies in place of the setting, and holds for restarts and forks, also after a reload', async () => {
    fixture.set({ autoApprove: true });
    const start = await prepare({ permissionMode: 'plan' });
    const id = start.sessionId;
    const expected = '--permission-mode plan';
    assert.equal(await begin(start), expected);
    await fixture.reopen();
    const { launcher: reopened } = fixture.core;
    assert.equal(await begin(await reopened.prepareRestart(id)), expected);
    assert.equal(await begin(await reopened.prepareFork(id)), expected);
    assert.equal(await begin(await reopened.prepareFork(id, { startedBy: id })), expected);
  });

  it('that is auto-approval holds only as long as the settings or the person allow it', async () => {
    const start = await prepare({ permissionMode: 'acceptEdits' });
    const id = start.sessionId;
    const expected = '--permission-mode acceptEdits';
    assert.equal(await begin(start), expected);
    const keep = { keepAutoApprove: true };
    assert.equal(await begin(await fixture.core.launcher.prepareFork(id, keep)), expected);
    assert.equal(await begin(await fixture.core.launcher.prepareFork(id)), '');
    assert.equal(await begin(await fixture.core.launcher.prepareRestart(id, keep)), expected);
    assert.equal(await begin(await fixture.core.launcher.prepareRestart(id)), '');
  });

  it('does not reach the fallback of another CLI', async () => {
    const other = join(fixture.home, 'other');
    writeFileSync(other, AGENT.replace(' (Claude Code)', ''), { mode: 0o755 });
    const claude = { cli: '/no/such/cli', fallback: 'qwen' };
    fixture.set({ autoApprove: true, providers: { claude, qwen: { cli: other } } });
    await begin(await prepare({ permissionMode: 'auto' }));
    const line = readFileSync(join(fixture.home, 'starts'), 'utf8');
    assert.doesNotMatch(line, /--approval-mode/);
  });
});

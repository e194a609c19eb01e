import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAUDE_LIKE } from '../../support/agents/claudeLike';
import { useCore } from '../../support/agents/useCore';
import { useHeadlessCommandLine } from '../../support/api/useHeadlessCommandLine';
import { useRepository } from '../../support/api/useRepository';
import { waitFor } from '../../support/waitFor';

describe('a command that is ended while it creates a worktree, without a window', function () {
  this.timeout(120_000);
  const fixture = useCore();
  const cli = useHeadlessCommandLine(fixture);
  const git = useRepository(() => fixture);

  it('leaves no worktree and no branch', async () => {
    const claude = join(fixture.home, 'claude-like');
    writeFileSync(claude, CLAUDE_LIKE, { mode: 0o755 });
    fixture.set({ persistence: 'host', providers: { claude: { cli: claude } } });
    await cli.extension.store();
    await fixture.closeWindow();
    const begun = join(fixture.home, 'begun');
    const hook = join(fixture.folder, '.git', 'hooks', 'post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch '${begun}'\nexec sleep 600\n`, { mode: 0o755 });
    const starting = cli.start('start', 'claude', '--worktree', '--task', 'Own');
    await waitFor(() => existsSync(begun), {
      limitMs: 30_000,
      what: () => `the hook; ${starting.stderr}`,
    });
    starting.child.kill('SIGINT');
    assert.equal((await starting.ended()).end, 'SIGINT');
    assert.equal(git('branch', '--list', 'agent/*'), '');
    assert.equal(git('worktree', 'list').trim().split('\n').length, 1);
    assert.equal(existsSync(`${fixture.folder}.worktrees`), false);
  });
});

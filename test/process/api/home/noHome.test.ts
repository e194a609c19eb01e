import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../../../src/client/connect/connect';
import { useApi } from '../../../support/api/useApi';

describe('a window without a home to write to', () => {
  const api = useApi();

  it('logs each consequence once, and starts agents without hooks and command line', async () => {
    const { fixture } = api;
    const home = join(fixture.home, '.agent-terminals');
    await fixture.reopen(() => {
      rmSync(home, { recursive: true });
      writeFileSync(home, 'in the way');
      fixture.log = [];
    });
    await api.core.api.window.update();
    await api.core.api.window.update();
    const start = await fixture.prepare();
    const seen = await fixture.watch((await start.launch(), start.sessionId));
    await fixture.untilShown(seen, 'agent in');
    const about = (words: string): number =>
      fixture.log.filter((line) => line.includes(words)).length;
    assert.equal(about('Programs cannot find the API of this window'), 1, fixture.log.join('\n'));
    assert.equal(about('The program agent-terminals could not be written'), 1);
    const env = { AGENT_TERMINALS_HOME: home };
    await assert.rejects(connect({ cwd: fixture.folder, env }).list(), {
      code: 'NO_WINDOW',
      message: /no window with Agent Terminals is open on this machine, or it cannot write/,
    });
    rmSync(home);
  });
});

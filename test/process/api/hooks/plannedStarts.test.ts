import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionError } from '../../../../src/base/errors';
import { callApi } from '../../../support/api/apiClient';
import { useApi } from '../../../support/api/useApi';

describe('The tokens of a planned start', function () {
  this.timeout(60_000);
  const api = useApi();

  const fileOf = (id: string): string =>
    join(api.fixture.home, '.agent-terminals', 'hooks', `${id}.json`);

  /** The token in the file that the session's hooks read. */
  const readToken = (id: string): string =>
    (JSON.parse(readFileSync(fileOf(id), 'utf8')) as { token: string }).token;

  /** The status of a hook event, or the code of its refusal. */
  async function report(id: string, token: string): Promise<number | string> {
    const headers = {
      'x-agent-terminals-token': token,
      'x-agent-terminals-pty-id': id,
      'x-agent-terminals-event': 'Stop',
    };
    const { status, code } = await callApi(api.at('/hook'), 'POST', { headers, body: {} });
    return code ?? status;
  }

  /** A planned start of an agent with hooks, whose token is valid already. */
  async function plan() {
    const cli = join(api.fixture.home, 'claude');
    const script = '[ "$1" = --version ] && echo "2.1.0 (Claude Code)" || exec cat';
    writeFileSync(cli, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    api.fixture.set({ providers: { claude: { cli } } });
    const prepared = await api.fixture.prepare({ providerId: 'claude' });
    const { sessionId } = prepared;
    const token = readToken(sessionId);
    assert.equal(await report(sessionId, token), 'SESSION_NOT_FOUND');
    return { prepared, sessionId, token };
  }

  it('are revoked when it is discarded', async () => {
    const { prepared, sessionId, token } = await plan();
    prepared.discard();
    assert.equal(await report(sessionId, token), 'UNAUTHORIZED');
  });

  it('are those in the file before a restart with a new conversation is launched', async () => {
    const { prepared, sessionId, token } = await plan();
    await prepared.launch();
    const restart = await api.fixture.core.launcher.prepareRestart(sessionId, { fresh: true });
    const next = readToken(sessionId);
    assert.notEqual(next, token);
    assert.equal(await report(sessionId, next), 'SESSION_NOT_FOUND');
    restart.discard();
  });

  it('are revoked when its launch fails', async () => {
    const { prepared, sessionId, token } = await plan();
    rmSync(api.fixture.folder, { recursive: true });
    await assert.rejects(prepared.launch());
    assert.equal(await report(sessionId, token), 'UNAUTHORIZED');
  });

  it('stay those of a running session that a call of the PTY API starts again', async () => {
    const { prepared, sessionId, token } = await plan();
    await prepared.launch();
    const { core, folder } = api.fixture;
    const other = api.fixture.openWindow();
    // It has not read the claims of the first window yet.
    assert.equal(other.leases.isOwnedElsewhere(sessionId), false);
    for (const { ptys } of [core, other]) {
      await assert.rejects(ptys.startPty({ id: sessionId, cwd: folder }), (error) =>
        SessionError.is(error, 'SESSION_EXISTS'),
      );
      assert.equal(readToken(sessionId), token);
    }
    assert.equal(await report(sessionId, token), 204);
    await other.shutdown(4000);
  });

  it('are revoked when a start by the PTY API fails', async () => {
    const { prepared } = await plan();
    await prepared.launch();
    api.fixture.maxSessions = 1;
    const id = 'claude-main-other';
    await assert.rejects(api.core.ptys.startPty({ id, cwd: api.fixture.folder }), (error) =>
      SessionError.is(error, 'MAX_SESSIONS'),
    );
    assert.equal(await report(id, readToken(id)), 'UNAUTHORIZED');
  });
});

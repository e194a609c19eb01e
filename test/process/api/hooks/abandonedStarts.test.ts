import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callApi } from '../../../support/api/apiClient';
import { useApi } from '../../../support/api/useApi';

describe('The tokens of a start that does not become a session', function () {
  this.timeout(60_000);
  const api = useApi();

  /** The token in the file that the session's hooks read. */
  const readToken = (id: string): string => {
    const path = join(api.fixture.home, '.agent-terminals', 'hooks', `${id}.json`);
    return (JSON.parse(readFileSync(path, 'utf8')) as { token: string }).token;
  };

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

  /** A planned start, whose token is valid already. */
  async function plan() {
    const prepared = await api.fixture.prepare();
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

  it('are revoked when its launch fails', async () => {
    const { prepared, sessionId, token } = await plan();
    rmSync(api.fixture.folder, { recursive: true });
    await assert.rejects(prepared.launch());
    assert.equal(await report(sessionId, token), 'UNAUTHORIZED');
  });
});

import assert from 'node:assert/strict';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LastAnswerView } from '../../../src/operations/views/lastAnswerView';
import { toLines } from '../../support/agents/transcriptLines';
import { useClaudeLike } from '../../support/agents/useClaudeLike';
import { useApi } from '../../support/api/useApi';
import { useCommandLine } from '../../support/api/useCommandLine';
import { callTool, dataOf, textOf, useMcpClients } from '../../support/api/useMcpClients';

const CODE = 'if a\n  b';
const TEXT = `So, é:\n\n\`\`\`sh\n${CODE}\n\`\`\`\n\nDone.`;

describe('the last answer over the API', function () {
  this.timeout(120_000);
  const api = useApi();
  const clients = useMcpClients(api);
  const cli = useCommandLine();
  useClaudeLike(api.fixture);
  let id = '';

  beforeEach(async () => {
    ({ id } = await api.create({ provider: 'claude' }));
    await api.shows(id, 'began by');
  });

  const get = () => api.call('GET', `/api/sessions/${id}/last-answer`);

  const runCli = (...args: readonly string[]) => {
    const home = join(api.windows, '..');
    return cli.start({ cwd: api.fixture.folder, home }, 'last-answer', id, ...args).finish();
  };

  /** Writes the session's transcript as if its agent had answered. */
  function answer(text: string): void {
    const { folder, home } = api.fixture;
    const name = `${api.core.map.get(id)?.uuid}.jsonl`;
    const encoded = realpathSync(folder).replace(/[^A-Za-z0-9]/g, '-');
    const message = { content: [{ type: 'text', text }], stop_reason: 'end_turn' };
    const records = [
      { type: 'user', message: { content: 'hi' } },
      { type: 'assistant', message },
    ];
    writeFileSync(join(home, '.claude', 'projects', encoded, name), toLines(records));
  }

  it('is returned by HTTP, by a tool and by the command line', async () => {
    const none = await get();
    assert.deepEqual([none.status, none.text.includes('ILLEGAL_STATE')], [409, true]);
    answer(TEXT);
    const expected: LastAnswerView = { text: TEXT, source: 'transcript', notice: null };
    assert.deepEqual((await get()).json, expected);
    const client = await clients.overHttp();
    const read = await callTool(client, 'read_last_answer', { session: id });
    assert.deepEqual(dataOf<LastAnswerView>(read), expected);
    assert.ok(textOf(read).endsWith(`:\n${TEXT}`));
    assert.equal((await runCli()).stdout, `${TEXT}\n`);
    assert.equal((await runCli('--code')).stdout, `${CODE}\n`);
    const json = JSON.parse((await runCli('--json')).stdout) as object;
    assert.deepEqual(json, { session: id, ...expected });
    answer('Done.');
    const { end, stderr } = await runCli('--code');
    assert.equal(end, 1);
    assert.match(stderr, /has no code block/);
  });
});

import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { useApi } from '../../support/api/useApi';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 20_000;

/**
 * An agent that takes orders, lines that begin with the byte 1: to report that it works, and to draw
 * rows. It records all other input as keys, and prints them. It works after Enter, and ignores Esc.
 */
const AGENT = `#!${process.execPath}
const { appendFileSync, writeFileSync } = require('node:fs');
if (process.argv[2] === '--version') {
  console.log('1.2.3 (Fake)');
  process.exit();
}
const keys = process.env.HOME + '/keys';
writeFileSync(keys, '');
let input = '';
process.stdin.setRawMode(true);
process.stdin.on('data', (data) => {
  input += data;
  const work = '\\x1b]7501;state=working\\x07';
  for (;;) {
    const order = /^\\x01(\\w+) ?(.*)\\n/.exec(input);
    const key = /^[^\\x01]+/.exec(input);
    if (order?.[1] === 'work') process.stdout.write(work);
    if (order?.[1] === 'draw') process.stdout.write('\\x1b[2J\\x1b[H' + order[2]);
    if (key) {
      appendFileSync(keys, key[0]);
      const isEnter = key[0].includes('\\r');
      process.stdout.write(isEnter ? work + '\\x1b[2J\\x1b[Hon it' : key[0].replaceAll('\\x1b', ''));
    }
    if (!order && !key) break;
    input = input.slice((order ?? key)[0].length);
  }
});
process.stdout.write('ready');
`;

const DIALOG = 'Deploy now?';

describe('the interrupt of a working agent by another one', function () {
  this.timeout(60_000);
  const api = useApi();
  const { call, create, shows } = api;
  let id = '';
  let token = '';

  beforeEach(async () => {
    api.fixture.set({ agentsMayDrive: true });
    token = await api.driveToken((await create({ provider: 'fake' })).id);
    const cli = join(api.fixture.home, 'worker.cjs');
    writeFileSync(cli, AGENT);
    chmodSync(cli, 0o755);
    const dialog = { id: 'deploy', shows: 'permission', all: ['Deploy now\\?'] } as const;
    api.fixture.set({ providers: { worker: { cli } }, statusRules: { worker: [dialog] } });
    ({ id } = await create({ provider: 'worker' }));
    await shows(id, 'ready');
  });

  const order = (words: string): void => void api.core.sessions.find(id)?.write(`\x01${words}\n`);

  const keys = (): string => readFileSync(join(api.fixture.home, 'keys'), 'utf8');

  const untilTyped = (expected: string): Promise<void> =>
    waitFor(() => keys() === expected, {
      limitMs: LIMIT_MS,
      what: () => `the keys ${JSON.stringify(expected)}; it has ${JSON.stringify(keys())}`,
    });

  async function untilWorking(): Promise<void> {
    const { status } = api.core;
    await waitFor(() => status.get(id).state.kind === 'working', {
      limitMs: LIMIT_MS,
      what: () => `the agent to work; its status is ${JSON.stringify(status.get(id))}`,
    });
  }

  const interrupt = (whose: string) =>
    call('POST', `/api/sessions/${id}/interrupt`, { token: whose, body: {} });

  it('presses its key, once in a period of work', async () => {
    order('work');
    await untilWorking();
    assert.equal((await interrupt(token)).status, 204);
    const again = await interrupt(token);
    assert.deepEqual([again.status, again.code], [409, 'ILLEGAL_STATE']);
    assert.equal((await interrupt(api.token)).status, 204, 'the person may repeat it');
    await untilTyped('\x1b\x1b');
  });

  it('is refused while its screen shows a dialog, whatever it reports [S7]', async () => {
    order('work');
    await untilWorking();
    order(`draw ${DIALOG}`);
    await shows(id, DIALOG);
    const { status, code } = await interrupt(token);
    assert.deepEqual([status, code], [409, 'AGENT_BLOCKED']);
    assert.equal((await interrupt(api.token)).status, 204, 'the person may press it');
    await untilTyped('\x1b');
  });

  it('counts an ask that is cancelled, which presses the key no second time [S7]', async () => {
    const path = `/api/sessions/${id}/ask`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const leaving = request({ ...api.at(path), method: 'POST', headers, agent: false });
    leaving.on('error', () => {});
    leaving.end(JSON.stringify({ prompt: 'hello' }));
    await untilWorking();
    assert.equal((await interrupt(token)).status, 204);
    await untilTyped('hello\r\x1b');
    leaving.destroy();
    // The session is busy until the cancelled ask has ended.
    let next: string | undefined;
    await waitFor(
      async () => {
        next = (await call('POST', path, { body: { prompt: 'again' } })).code;
        return next !== 'SESSION_BUSY';
      },
      { limitMs: LIMIT_MS, what: 'the end of the cancelled ask' },
    );
    assert.deepEqual([next, keys()], ['AGENT_NOT_READY', 'hello\r\x1b']);
  });
});

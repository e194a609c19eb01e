import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useCore } from '../../support/agents/useCore';
import { waitFor } from '../../support/waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** Prints marked answers, long ones if requested, asks a question, or exits. */
const AGENT = `#!/bin/sh
printf 'welcome\\n\\n$> '
while read -r line; do
  case $line in
    die) printf '* going'; exit 3;;
    long) printf '* '; seq -f 'row %.0f' 1 300;;
    ask) printf 'Go on? (y/n) '; read -r choice; printf '* chose <%s>\n' "$choice";;
    open) printf '* let list = [\\n'; sleep 1; printf '  1]\\n';;
    *) printf '* heard %s\\n[info] 3 tokens\\n' "$line";;
  esac
  printf '$> '
done
`;

describe('asking an agent that is defined by settings', function () {
  this.timeout(60_000);
  const fixture = useCore();
  let id = '';

  beforeEach(async () => {
    const cli = join(fixture.home, 'scripted');
    writeFileSync(cli, AGENT);
    chmodSync(cli, 0o755);
    const described = {
      ...{ promptMarker: '$>', responseMarker: '*', chrome: ['[info]'], idleMs: 500 },
    };
    fixture.set({ providers: { scripted: { cli, ...described } } });
    const prepared = await fixture.prepare({ providerId: 'scripted' });
    await prepared.launch({ cols: 80, rows: 24 });
    id = prepared.sessionId;
  });

  const ask = (prompt: string) => fixture.core.driver.ask(id, prompt, { timeoutMs: 20_000 });

  it('reads its answers from its screen, once it is silent', async () => {
    const { response, endedBy } = await ask('apples');
    assert.deepEqual([response, endedBy], ['heard apples', 'silence']);
  });

  it('reads answers that are longer than the screen', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `row ${at + 1}`);
    assert.equal((await ask('long')).response, rows.join('\n'));
    assert.equal((await ask('pears')).response, 'heard pears');
  });

  it('waits longer while a bracket in the answer is open', async () => {
    assert.equal((await ask('open')).response, 'let list = [\n1]');
  });

  it('fails with the question of a program that reads a line, and types nothing into it', async () => {
    const asks = { code: 'NEEDS_INPUT', question: 'Go on? (y/n)', message: /may ask/ };
    await assert.rejects(ask('ask'), asks);
    await assert.rejects(ask('pears'), asks);
    await assert.rejects(fixture.core.delivery.send(id, 'pears'), { code: 'AGENT_BLOCKED' });
    const { state, source } = fixture.core.status.get(id);
    assert.ok(state.kind === 'needsInput' && state.likely);
    assert.equal(source, 'screen');
    fixture.core.sessions.find(id)?.write('\r');
    await waitFor(() => fixture.core.status.get(id).state.kind !== 'needsInput', {
      limitMs: 10_000,
      what: 'the end of the question',
    });
    assert.match(await requireSession(fixture.core.sessions, id).text(), /chose <>/);
    assert.equal((await ask('pears')).response, 'heard pears');
  });

  it('returns the partial answer of an agent that exits', async () => {
    await assert.rejects(ask('die'), { code: 'SESSION_EXITED', response: /going/ });
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DRIVEN_ID as ID, DriverBench, settle } from '../../support/agents/driverBench';
import { toLines } from '../../support/agents/transcriptLines';
import { waitFor } from '../../support/waitFor';

describe('the answer to an ask', () => {
  let bench: DriverBench;

  const ANSWER = ['❯ go', '', '● yes', '❯ '];
  const BANNER = ['Welcome back!', '● What is new: much', '❯ '];
  const show = (rows: readonly string[], cursor: { row: number; column: number }): void => {
    bench.rows = rows;
    bench.sessions.screens.set(ID, { rows, cursor, altScreen: true, title: '' });
  };

  beforeEach(() => {
    bench = new DriverBench();
  });

  it('is empty while the screen shows no prompt and the agent has not begun', async () => {
    show(BANNER, { row: 2, column: 2 });
    const rejected = assert.rejects(bench.ask(), { code: 'PROMPT_STALLED', response: '' });
    await bench.pass(5000);
    await rejected;
  });

  it('does not contain a banner that the screen showed before the prompt', async () => {
    show(BANNER, { row: 2, column: 2 });
    const stream = bench.driver.askStream(ID, 'go');
    const first = stream.next();
    await bench.pass(400);
    bench.does({ kind: 'working' });
    show(ANSWER, { row: 3, column: 2 });
    await bench.pass(400);
    assert.deepEqual(await first, { done: false, value: 'yes' });
    const last = stream.next();
    bench.does({ kind: 'done' });
    await bench.pass(1500);
    assert.equal((await last).done, true);
  });

  it('is empty while the prompt is in the input of the agent', async () => {
    show(['❯ go', '● old', '❯ go'], { row: 2, column: 4 });
    const rejected = assert.rejects(bench.begin(), { code: 'PROMPT_STALLED', response: '' });
    await bench.pass(200);
    bench.does({ kind: 'done' });
    await bench.pass(10_000);
    await rejected;
  });

  it('contains the rows that pushed the prompt out of a screen without scrollback', async () => {
    for (const kind of ['working', 'unknown'] as const) {
      bench = new DriverBench();
      bench.does({ kind: kind === 'unknown' ? 'unknown' : 'idle' });
      const asked = bench.ask();
      await settle();
      bench.does({ kind });
      show(['● two', '● three', '❯ '], { row: 2, column: 2 });
      await bench.pass(100);
      if (kind === 'working') {
        bench.does({ kind: 'done' });
      }
      await bench.pass(30_000);
      assert.equal((await asked).response, 'two\n\nthree');
    }
  });

  it('contains no record of an earlier, equal prompt', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'agent-terminals-driver-'));
    bench.transcript = join(directory, 'one.jsonl');
    const content = [{ type: 'text', text: 'old' }];
    const records = [
      { type: 'user', message: { content: 'go' } },
      { type: 'assistant', message: { content, stop_reason: 'end_turn' } },
    ];
    writeFileSync(bench.transcript, toLines(records));
    const asked = bench.ask();
    // Records are read from the disk, which does not depend on the manual clock.
    await waitFor(() => bench.typed.length > 0, { limitMs: 30_000, what: 'the prompt' });
    bench.does({ kind: 'working' });
    bench.rows = ANSWER;
    bench.does({ kind: 'done' });
    let response: string | undefined;
    void asked.then((result) => (response = result.response));
    await waitFor(() => bench.pass(50).then(() => response !== undefined), {
      limitMs: 30_000,
      what: 'the answer',
    });
    rmSync(directory, { recursive: true });
    assert.equal(response, 'yes');
  });

  it('contains no text of a hook from before the prompt was typed', async () => {
    bench.does({ kind: 'working' });
    const asked = bench.ask();
    await bench.pass(100);
    const payload = { last_assistant_message: 'old' };
    bench.hooks.fire({ ptyId: ID, name: 'Stop', payload, at: 0 });
    bench.does({ kind: 'idle' });
    await bench.pass(100);
    bench.does({ kind: 'working' });
    bench.rows = ANSWER;
    bench.does({ kind: 'done' });
    await bench.pass(1500);
    assert.equal((await asked).response, 'yes');
  });
});

import assert from 'node:assert/strict';
import { MAX_JOURNAL } from '../../../../../src/pty/limits';
import { useFakeWorkers } from '../../../../support/pty/useFakeWorkers';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('replay', function () {
  this.timeout(60_000);
  const on = useFakeWorkers();

  function failSnapshots(): void {
    on.threads.beforeReply = (reply, { methods }) => {
      if (methods.at(-1) === 'compress') {
        const error = new Error('no snapshot');
        Object.assign(reply, { kind: 'fault', error });
      }
    };
  }

  it('marks a gap if no snapshot could be taken in time', async () => {
    on.screen.write(bytes('one\r\n'));
    await on.screen.text();
    on.clock.advance(MAX_JOURNAL.ms);
    failSnapshots();
    on.screen.write(bytes('two\r\n'));
    await on.screen.text();
    on.threads.last.end();
    assert.match(await on.screen.text(), /^\n\[Agent Terminals: output is missing[^]*\]\ntwo$/);
  });

  const rowless = [
    { what: 'a full-screen program', begin: '\x1b[?1049h', end: '\x1b[?1049l' },
    { what: 'a scroll region', begin: '\x1b[1;3r', end: '\x1b[r' },
  ];
  for (const { what, begin, end } of rowless) {
    it(`marks a gap behind ${what} once, when that ends`, async () => {
      const parse = async (output: string): Promise<string> => {
        on.screen.write(bytes(output));
        return on.screen.text({ scrollback: 100 });
      };
      await parse(`one\r\n${begin}`);
      on.clock.advance(MAX_JOURNAL.ms);
      await parse('.');
      on.clock.advance(MAX_JOURNAL.ms);
      failSnapshots();
      await parse('.');
      on.threads.last.end();
      assert.doesNotMatch(await parse('.'), /missing/);
      assert.doesNotMatch(await parse(`${end}\x1b[`), /missing/, 'within a sequence');
      const marked = await parse('1mtwo');
      assert.match(marked, /two\n\[Agent Terminals: output is/);
      assert.equal(await parse(''), marked);
      on.threads.last.end();
      assert.equal(await parse('.'), `${marked}\n.`, 'in the next worker');
      assert.equal(on.threads.started.length, 3);
    });

    it(`marks output that was left out behind ${what} once, when that ends`, async () => {
      on.screen.write(bytes(`one\r\n${begin}`));
      await on.screen.text();
      on.threads.beforeReply = (reply, thread) => {
        if (thread.parsed.includes('bad') && reply.kind === 'value') {
          thread.end();
        }
      };
      on.screen.write(bytes('bad'));
      assert.doesNotMatch(await on.screen.text(), /missing/);
      on.screen.write(bytes(`${end}two`));
      assert.match(await on.screen.text(), /two\n\[Agent Terminals: output is/);
      on.screen.write(bytes('three'));
      const text = await on.screen.text({ scrollback: 100 });
      assert.deepEqual([text.match(/missing/g)?.length, on.faults], [1, []]);
    });
  }

  it('keeps the answers of output after which a gap could not be marked', async () => {
    on.screen.answersQueries = true;
    on.screen.write(bytes('one\r\n\x1b[?1049h'));
    await on.screen.text();
    on.threads.beforeReply = (reply, thread) => {
      if (reply.kind !== 'value') {
        return;
      }
      if (thread.parsed.some((text) => text.includes('missing'))) {
        thread.end({ kind: 'hung', reason: 'it did not respond' });
      } else if (thread.parsed.includes('bad')) {
        thread.end();
      }
    };
    on.screen.write(bytes('bad'));
    await on.screen.text();
    on.screen.write(bytes('\x1b[?1049l\x1b[5n'));
    assert.doesNotMatch(await on.screen.text(), /missing/);
    assert.deepEqual([on.answers, on.faults], [['\x1b[0n'], []]);
  });
});

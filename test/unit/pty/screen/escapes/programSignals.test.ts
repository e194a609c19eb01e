import assert from 'node:assert/strict';
import { PROGRAM_STATUS_ANSWERS } from '../../../../../src/pty/limits';
import { requireSession } from '../../../../../src/pty/sessionBackend';
import type { ProgramSignal } from '../../../../../src/pty/sessionService';
import { PROGRAM, describeSessions, specOf } from '../../../../support/pty/useSessionManager';

const QUERY = '\x1b]7501;?\x07';
const ANSWER = '\x1b]7501;?\x1b\\';

describeSessions('ProgramSignals', (fixture) => {
  const { arrived, processOf, settle, watch } = fixture;
  let signals: ProgramSignal[];

  beforeEach(() => {
    signals = [];
    fixture.manager.onDidSignal((signal) => signals.push(signal));
  });

  const formatted = () => signals.map(({ id, code, data }) => `${id} ${code} ${data}`);

  it('emits the signals of a program with its session, even if chunks split them', async () => {
    await fixture.manager.create(specOf('a'));
    processOf(0).print('text\x1b]7501;state=wor');
    processOf(0).print('king\x1b\\more\x1b]0;title\x07');
    await arrived();
    assert.deepEqual(signals, [
      { id: 'a', generation: 1, kind: 'osc', code: 7501, data: 'state=working' },
      { id: 'a', generation: 1, kind: 'osc', code: 0, data: 'title' },
    ]);
  });

  it('emits a signal once the screen contains the output of the same chunk', async () => {
    await fixture.manager.create(specOf('a'));
    let rows: readonly string[] = [];
    fixture.manager.onDidSignal(({ id }) => {
      void requireSession(fixture.manager, id)
        .screen()
        .then((screen) => (rows = screen.rows));
    });
    await arrived();
    processOf(0).print('before \x1b]0;t\x07after');
    await requireSession(fixture.manager, 'a').text();
    await arrived();
    assert.equal(rows[0], 'before after');
  });

  it('emits no signal of a seed, and answers no query in it', async () => {
    await fixture.manager.create(specOf('a', { seed: `\x1b]0;t\x07${QUERY}` }));
    await arrived();
    assert.deepEqual([formatted(), processOf(0).written], [[], '']);
    await arrived();
    assert.equal(fixture.manager.get('a')?.lastOutputAt, null);
  });

  it('does not join an unfinished signal with the output of the next program', async () => {
    await fixture.manager.create(specOf('a', { followUp: PROGRAM }));
    processOf(0).print('\x1b]0;half a ti');
    processOf(0).end(1);
    processOf(1).print('tle\x07\x1b]0;shell\x07');
    await arrived();
    assert.deepEqual(formatted(), ['a 0 shell']);
  });

  it('emits no signal of a session that was removed', async () => {
    await fixture.manager.create(specOf('a'));
    await fixture.manager.find('a')?.kill();
    processOf(0).print('\x1b]0;late\x07');
    await arrived();
    assert.deepEqual(formatted(), []);
  });

  describe('the query for Program Status support', () => {
    for (const viewers of [0, 1, 3]) {
      it(`is answered once, and not emitted, with ${viewers} viewers`, async () => {
        await fixture.manager.create(specOf('a'));
        for (let index = 0; index < viewers; index++) {
          await watch();
        }
        await arrived();
        processOf(0).print(QUERY.slice(0, 6));
        processOf(0).print(QUERY.slice(6));
        await settle();
        assert.deepEqual([processOf(0).written, formatted()], [ANSWER, []]);
        // A replay answers nothing.
        await watch();
        await requireSession(fixture.manager, 'a').text();
        await arrived();
        assert.equal(processOf(0).written, ANSWER);
      });
    }

    it('is answered each time', async () => {
      await fixture.manager.create(specOf('a'));
      processOf(0).print(`${QUERY}a${ANSWER}`);
      await arrived();
      assert.equal(processOf(0).written, ANSWER + ANSWER);
    });

    it('is answered at a limited rate, because an echoed answer is a query again', async () => {
      await fixture.manager.create(specOf('a'));
      const process = processOf(0);
      const flood = QUERY.repeat(10 * PROGRAM_STATUS_ANSWERS.burst);
      process.print(flood);
      await arrived();
      assert.equal(process.written, ANSWER.repeat(PROGRAM_STATUS_ANSWERS.burst));
      await arrived();
      fixture.clock.advance(2000 / PROGRAM_STATUS_ANSWERS.perSecond);
      process.print(flood);
      await arrived();
      assert.equal(process.written, ANSWER.repeat(PROGRAM_STATUS_ANSWERS.burst + 2));
    });
  });

  describe('the times of the last output and typing', () => {
    const times = () => {
      const { lastOutputAt, lastInputAt } = fixture.manager.get('a') ?? {};
      return [lastOutputAt, lastInputAt];
    };

    it('are null at first; then the output has the time of its last write', async () => {
      await fixture.manager.create(specOf('a'));
      await arrived();
      assert.deepEqual(times(), [null, null]);
      await arrived();
      fixture.clock.advance(5);
      await arrived();
      processOf(0).print('a');
      await arrived();
      fixture.clock.advance(5);
      await arrived();
      assert.deepEqual(times(), [5, null]);
    });

    for (const [name, input, isTyped] of [
      ['a key', 'a', true],
      ['an arrow key', '\x1b[A', true],
      ['Escape', '\x1b', true],
      ['a paste', '\x1b[200~\x1b[0n\x1b[201~', true],
      ['a key after an answer', '\x1b[0na', true],
      ['an answer', '\x1b[?1;2c', false],
      ['a focus report', '\x1b[I', false],
      ['a mouse report', '\x1b[<35;10;5M\x1b[<35;11;5M', false],
      ['a mouse report in the first encoding', '\x1b[M #$', false],
    ] as const) {
      it(`count ${name} in a viewer as typing: ${isTyped}`, async () => {
        await fixture.manager.create(specOf('a'));
        const { attachment } = await watch();
        await arrived();
        fixture.clock.advance(7);
        attachment.write(input);
        await arrived();
        assert.deepEqual(times(), [null, isTyped ? 7 : null]);
        await arrived();
        assert.equal(processOf(0).written, input);
      });
    }

    it('ignore input that is not written by a viewer', async () => {
      await fixture.manager.create(specOf('a'));
      fixture.manager.find('a')?.write('a prompt');
      await arrived();
      assert.deepEqual(times(), [null, null]);
    });
  });
});

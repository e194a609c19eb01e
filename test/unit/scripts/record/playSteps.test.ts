import assert from 'node:assert/strict';
import { playSteps, type PlayOptions } from '../../../../scripts/lib/record/playSteps';
import type { Step } from '../../../../scripts/lib/record/recipe';

const OPTIONS: PlayOptions = {
  machine: { home: '/tmp/rec1', hostname: 'box', baseUrl: '' },
  changing: [[/\d+s/g, '1s']],
  pastes: false,
  holdsAnswer: () => true,
  finishAnswers: () => undefined,
  limitMs: 500,
  steadyMs: 1,
  beforeEnterMs: 1,
};

/** A terminal that shows the next of its screens for each text that is typed. */
class FakeTerminal {
  readonly typed: string[] = [];
  hasExited = false;
  private reads = 0;

  constructor(
    private readonly show: (typed: string, reads: number) => readonly string[],
    private readonly cursor = { row: 0, column: 0 },
  ) {}

  read() {
    const rows = this.show(this.typed.join(''), this.reads++);
    return Promise.resolve({ rows, cursor: { ...this.cursor }, altScreen: false, title: '' });
  }

  type(keys: string): void {
    this.typed.push(keys);
  }
}

describe('playSteps', () => {
  it('types a prompt, waits until it is shown, and records what follows', async () => {
    const terminal = new FakeTerminal((typed) => [typed.endsWith('\r') ? 'Busy 3s' : `> ${typed}`]);
    const steps: readonly Step[] = [
      { prompt: 'hello', when: /^>/ },
      { record: 'working', when: /Busy/, expect: 'working' },
    ];
    const screens = await playSteps(terminal, steps, OPTIONS);
    assert.deepEqual(terminal.typed, ['hello', '\r']);
    assert.deepEqual(
      screens.map(({ name, expect, screen }) => [name, expect, screen.rows]),
      [['working', 'working', ['Busy 1s']]],
    );
  });

  it('stores the first cell in place of a hidden cursor', async () => {
    const terminal = new FakeTerminal(() => ['1. Red'], { row: 3, column: 7 });
    const steps: readonly Step[] = [
      { record: 'idle', when: /Red/, expect: 'idle' },
      { record: 'question', when: /Red/, expect: 'question', cursor: 'hidden' },
    ];
    const screens = await playSteps(terminal, steps, OPTIONS);
    assert.deepEqual(
      screens.map(({ screen }) => screen.cursor),
      [
        { row: 3, column: 7 },
        { row: 0, column: 0 },
      ],
    );
  });

  it('does not wait for a hidden cursor to stop', async () => {
    const cursor = { row: 0, column: 0 };
    const terminal = new FakeTerminal((_typed, reads) => {
      cursor.column = reads;
      return ['1. Red'];
    }, cursor);
    const step: Step = { record: 'question', when: /Red/, expect: 'question', cursor: 'hidden' };
    const [played] = await playSteps(terminal, [step], OPTIONS);
    assert.deepEqual(played?.screen.cursor, { row: 0, column: 0 });
  });

  it('pastes a prompt into a CLI that needs it', async () => {
    const terminal = new FakeTerminal((typed) => [`> ${typed}`]);
    await playSteps(terminal, [{ prompt: 'hello', when: /^>/ }], { ...OPTIONS, pastes: true });
    assert.deepEqual(terminal.typed, ['\x1b[200~hello\x1b[201~', '\r']);
  });

  it('reports a text that does not come, with the screen', async () => {
    const terminal = new FakeTerminal(() => ['Sign in']);
    await assert.rejects(playSteps(terminal, [{ press: 'x', when: /^>/ }], OPTIONS), {
      message: 'After 500 ms still waiting for /^>/:\nSign in',
    });
  });

  it('reports what changes on a screen that is never steady', async () => {
    const terminal = new FakeTerminal((_, reads) => [`> ${'*'.repeat(reads % 2)}`]);
    const step: Step = { record: 'idle', when: /^>/, expect: 'idle' };
    await assert.rejects(playSteps(terminal, [step], { ...OPTIONS, steadyMs: 300 }), {
      message: /which changes: "> ?\*?" to "> ?\*?":/,
    });
  });
});

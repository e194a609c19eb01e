import assert from 'node:assert/strict';
import type { AfterExit } from '../../../../src/pty/spawnMode';
import { planExitDisplay, type ExitDisplay } from '../../../../src/views/terminals/exitDisplay';

describe('planExitDisplay', () => {
  const CREATED_AT = '2026-01-01T00:00:00.000Z';
  const keep = (how: string): ExitDisplay => ({
    kind: 'keep',
    text: `[Process ${how}. Press any key to close.]`,
  });
  const OVER = { kind: 'local', exitCode: 0, exitSignal: null, isLost: false } as const;
  const CASES: readonly [
    name: string,
    session: { afterExit: AfterExit; exitCode: number | null; exitSignal: string | null },
    ageMs: number,
    display: ExitDisplay,
  ][] = [
    [
      'closes with the code',
      { afterExit: 'close', exitCode: 3, exitSignal: null },
      100,
      { kind: 'close', code: 3 },
    ],
    [
      'closes after a signal',
      { afterExit: 'close', exitCode: null, exitSignal: 'SIGKILL' },
      100,
      { kind: 'close', code: undefined },
    ],
    [
      'keeps the terminal open',
      { afterExit: 'keep', exitCode: 0, exitSignal: null },
      60_000,
      keep('exited with code 0'),
    ],
    [
      'keeps the terminal open after a signal',
      { afterExit: 'keep', exitCode: null, exitSignal: 'SIGHUP' },
      60_000,
      keep('was ended by SIGHUP'),
    ],
    [
      'closes when the final shell ends',
      { afterExit: 'shell', exitCode: 0, exitSignal: null },
      100,
      { kind: 'close', code: undefined },
    ],
    [
      'closes when the final shell fails late',
      { afterExit: 'shell', exitCode: 130, exitSignal: null },
      3000,
      { kind: 'close', code: undefined },
    ],
    [
      'keeps a quick failure readable',
      { afterExit: 'shell', exitCode: 127, exitSignal: null },
      2999,
      keep('exited with code 127'),
    ],
    [
      'keeps a quick end by a signal readable',
      { afterExit: 'shell', exitCode: null, exitSignal: 'SIGSEGV' },
      10,
      keep('was ended by SIGSEGV'),
    ],
  ];
  for (const [name, session, ageMs, display] of CASES) {
    it(name, () => {
      const nowMs = Date.parse(CREATED_AT) + ageMs;
      const ended = { ...OVER, ...session, createdAt: CREATED_AT };
      assert.deepEqual(planExitDisplay(ended, nowMs, 'live'), display);
    });
  }

  for (const afterExit of ['close', 'keep', 'shell'] as const) {
    it(`keeps a session that ended before it was shown, with afterExit ${afterExit}`, () => {
      const ended = { afterExit, ...OVER, createdAt: CREATED_AT };
      const display = planExitDisplay(ended, Date.parse(CREATED_AT) + 30_000, 'replayed');
      assert.deepEqual(display, keep('exited with code 0'));
    });

    it(`keeps the output of a lost connection, with afterExit ${afterExit}`, () => {
      const lost = { ...OVER, afterExit, kind: 'ssh', exitCode: 255 } as const;
      const nowMs = Date.parse(CREATED_AT) + 30_000;
      const display = planExitDisplay({ ...lost, createdAt: CREATED_AT }, nowMs, 'live');
      assert.deepEqual(display, keep('exited with code 255'));
    });

    it(`keeps the last screen of a lost session, with afterExit ${afterExit}`, () => {
      const lost = { ...OVER, afterExit, exitCode: null, isLost: true, createdAt: CREATED_AT };
      const display = planExitDisplay(lost, Date.parse(CREATED_AT) + 30_000, 'live');
      assert.deepEqual(display, keep('was lost with its host'));
    });
  }
});

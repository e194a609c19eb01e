import assert from 'node:assert/strict';
import { arbitrate, UNKNOWN_ACTIVITY, type ArbiterInput } from '../../../src/status/arbiter';
import { END_ROWS } from './arbiterEndRows';
import type { Signal } from '../../../src/status/activity';
import { ROWS } from './arbiterRows';
import { needsInput, IDLE, signal, was, WORKING, type Row } from './signalStore';

describe('arbitrate', () => {
  for (const row of [...ROWS, ...END_ROWS]) {
    it(row.name, () => {
      const { activity, recheckAt } = arbitrate(toInput(row));
      assert.deepEqual(
        { state: activity.state, recheckAt },
        {
          state: row.expect,
          recheckAt: row.recheck === undefined ? undefined : row.recheck * 1000,
        },
      );
    });
  }

  it('keeps the start time of a question whose words arrive later, but not for another question', () => {
    const previous = was(needsInput(), 10);
    const later = { previous, now: 20, signals: [signal('program', needsInput('Run it?'), 12)] };
    assert.equal(arbitrate(toInput(later)).activity.since, 10_000);
    const worded = was(needsInput('Run it?'), 10);
    const other = {
      previous: worded,
      now: 20,
      signals: [signal('program', needsInput('And it?'), 12)],
    };
    assert.equal(arbitrate(toInput(other)).activity.since, 12_000);
  });

  it('starts a question anew if its request changes, and not if its rows are wrapped elsewhere', () => {
    const asks = (text: string) =>
      ({ ...needsInput('Run it?'), request: { kind: 'whole', text } }) as const;
    const sinceOf = (text: string): number => {
      const signals = [signal('screen', asks(text), 20)];
      const previous = was(asks('Run it?\nrm -rf ./a'), 10);
      return arbitrate(toInput({ previous, now: 20, screenSeen: 20, signals })).activity.since;
    };
    assert.equal(sinceOf('Run it?\nrm -rf\n./a'), 10_000);
    assert.equal(sinceOf('Run it?\nrm -rf /a'), 20_000);
  });

  it('keeps the start time of a question that another source words differently soon after', () => {
    const shown = { ...was(needsInput('Run it?'), 10), source: 'screen' } as const;
    const sinceOf = (...signals: readonly Signal[]): number =>
      arbitrate(toInput({ previous: shown, now: 20, signals })).activity.since;
    assert.equal(sinceOf(signal('hook', needsInput('Bash: ls'), 11)), 10_000);
    assert.equal(sinceOf(signal('hook', needsInput('Bash: rm'), 15)), 15_000);
    const reported = { ...was(needsInput('Run it?'), 10), source: 'program' } as const;
    const signals = [
      signal('program', needsInput(), 10),
      signal('hook', needsInput('Bash: ls'), 11),
    ];
    assert.equal(
      arbitrate(toInput({ previous: reported, now: 20, signals })).activity.since,
      10_000,
    );
  });

  it('names each source that was overruled, and the reason', () => {
    const signals = [
      signal('hook', WORKING, 1),
      signal('title', WORKING, 0),
      signal('screen', IDLE, 10),
    ];
    const { overruled } = arbitrate(
      toInput({ previous: was(WORKING, 1), signals, now: 13, screenSeen: 13 }),
    );
    assert.deepEqual(overruled, [
      'its hook reports working (hook says so), but its screen has reported otherwise since',
      'its title reports working (title says so), but its screen has reported otherwise since',
    ]);
  });
});

function toInput(row: Omit<Row, 'name' | 'expect'>): ArbiterInput {
  const { previous = UNKNOWN_ACTIVITY, busy, signals, now, screenSeen = now, seen, typed } = row;
  return {
    previous,
    reportedAt: undefined,
    busySince: busy === undefined ? previous.since : busy * 1000,
    signals,
    now: now * 1000,
    screenSeenAt: screenSeen * 1000,
    seenAt: seen === undefined ? -Infinity : seen * 1000,
    lastInputAt: typed === undefined ? null : typed * 1000,
  };
}

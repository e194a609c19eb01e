import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import { NO_TERMINALS, type TerminalLayout } from '../../../../src/views/restore/terminalLayout';
import { TerminalLayoutKeeper } from '../../../../src/views/restore/terminalLayoutKeeper';
import { ManualClock } from '../../../support/manualClock';

describe('TerminalLayoutKeeper', () => {
  let clock: ManualClock;
  let changes: Emitter<void>;
  let going: Emitter<void>;
  let open: readonly string[];
  let written: (readonly string[])[];
  let keeper: TerminalLayoutKeeper;

  beforeEach(() => {
    clock = new ManualClock();
    changes = new Emitter();
    going = new Emitter();
    open = [];
    written = [];
    keeper = new TerminalLayoutKeeper({
      file: {
        write: ({ panel }: TerminalLayout) => written.push(panel.sessions),
        flush: () => Promise.resolve(),
      },
      tabs: () => [],
      terminals: () =>
        open.map((session) => ({ session, name: session, label: session, isActive: false })),
      onDidChange: changes.event,
      onWillClose: going.event,
      clock,
    });
  });

  afterEach(() => {
    keeper.dispose();
    assert.equal(clock.pendingTimers, 0);
  });

  function change(...sessions: readonly string[]): void {
    open = sessions;
    changes.fire();
  }

  it('writes several changes once after a delay, and nothing without a change', () => {
    keeper.start(NO_TERMINALS);
    change('a');
    change('a', 'b');
    changes.fire();
    assert.deepEqual(written, []);
    clock.advance(300);
    assert.deepEqual(written, [['a', 'b']]);
    changes.fire();
    clock.advance(1000);
    assert.equal(written.length, 1);
  });

  it('writes repeatedly during continuous changes', () => {
    keeper.start(NO_TERMINALS);
    for (let at = 0; at < 10; at++) {
      change(`s${at}`);
      clock.advance(100);
    }
    assert.ok(written.length >= 2);
  });

  it('ignores terminals that a closing window closes, and writes the changes before', async () => {
    keeper.start(NO_TERMINALS);
    change('a', 'b');
    going.fire();
    change();
    clock.advance(1000);
    await keeper.flush();
    assert.deepEqual(written, [['a', 'b']]);
  });

  it('keeps sessions that are not open yet, until they are no longer awaited', () => {
    keeper.start({ groups: [], panel: { sessions: ['later'] } });
    change('a');
    clock.advance(300);
    keeper.await(NO_TERMINALS);
    change('b');
    clock.advance(300);
    assert.deepEqual(written, [['a', 'later'], ['b']]);
  });

  it('writes nothing before it starts', () => {
    change('a');
    clock.advance(1000);
    assert.deepEqual(written, []);
  });
});

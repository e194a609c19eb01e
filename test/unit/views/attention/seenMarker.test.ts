import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import { markSeenSessions } from '../../../../src/views/attention/seenMarker';
import { FakeStatus } from '../../../support/status/fakeStatus';

describe('markSeenSessions', () => {
  function subject(isWindowFocused: boolean) {
    const status = new FakeStatus();
    const didChange = new Emitter<void>();
    const view = {
      isWindowFocused,
      onDidChange: didChange.event,
      seen: new Set<string>(),
      list() {
        return this.seen;
      },
    };
    const marker = markSeenSessions(status, view);
    return { status, view, didChange, marker };
  }

  it('marks a session in view as seen when it becomes done, once', () => {
    const { status, view } = subject(true);
    view.seen.add('a');
    status.put('a', { kind: 'working' });
    status.put('b', { kind: 'done' });
    status.put('a', { kind: 'done' });
    assert.deepEqual(status.seen, ['a']);
  });

  it('marks a session as seen that was done before it comes into view', () => {
    const { status, view, didChange } = subject(true);
    status.put('a', { kind: 'done' });
    assert.deepEqual(status.seen, []);
    view.seen.add('a');
    didChange.fire();
    assert.deepEqual(status.seen, ['a']);
  });

  it('marks nothing while the window has no focus, or after dispose', () => {
    const { status, view, didChange, marker } = subject(false);
    view.seen.add('a');
    status.put('a', { kind: 'done' });
    assert.deepEqual(status.seen, []);
    marker.dispose();
    view.isWindowFocused = true;
    didChange.fire();
    assert.deepEqual(status.seen, []);
  });
});

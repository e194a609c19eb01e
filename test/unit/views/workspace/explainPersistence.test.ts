import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import type { Persistence } from '../../../../src/pty/spawnMode';
import { watchPersistence } from '../../../../src/views/workspace/explainPersistence';
import { sessionInfo } from '../../../support/pty/fakeSessions';

describe('watchPersistence', () => {
  const changes = new Emitter<void>();
  let persistence: Persistence;
  let shown: string[];
  let sessions = [sessionInfo()];

  beforeEach(() => {
    persistence = 'window';
    shown = [];
    sessions = [];
  });

  function watch() {
    return watchPersistence({
      settings: {
        onDidChange: changes.event,
        read: () => ({ settings: { persistence } }),
      },
      sessions: { list: () => sessions },
      showInfo: (text) => shown.push(text),
    });
  }

  function change(to: Persistence): void {
    persistence = to;
    changes.fire();
  }

  it('explains each change once, and no change of other settings', () => {
    const watching = watch();
    change('window');
    assert.deepEqual(shown, []);
    change('host');
    change('host');
    assert.equal(shown.length, 1);
    change('window');
    assert.match(shown[1] ?? '', /end with their window/);
    watching.dispose();
    change('host');
    assert.equal(shown.length, 2);
  });

  it('explains that running sessions keep their value, if any run', () => {
    const watching = watch();
    sessions = [sessionInfo({ state: 'terminated' })];
    change('host');
    assert.doesNotMatch(shown[0] ?? '', /Running sessions/);
    sessions = [sessionInfo({ state: 'idle' })];
    change('window');
    assert.match(shown[1] ?? '', /Running sessions keep the value with which they began\.$/);
    watching.dispose();
  });
});

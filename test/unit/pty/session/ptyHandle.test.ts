import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import { createPtyHandle } from '../../../../src/pty/session/ptyHandle';
import type { SessionEvent, SessionInfo } from '../../../../src/pty/sessionService';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';

describe('PtyHandle', () => {
  let now: SessionInfo | undefined;
  let done: string[];
  let changes: Emitter<SessionEvent>;

  beforeEach(() => {
    now = sessionInfo({ id: 'a', pid: 7, generation: 1 });
    done = [];
    changes = new Emitter();
  });

  const handle = () => {
    const created = createPtyHandle(
      {
        get: () => now,
        onDidChange: changes.event,
        find: (id) => ({
          attach: () => Promise.reject(new Error('not watched here')),
          write: (data) => done.push(`write ${data.toString()}`),
          resize: ({ cols, rows }) => done.push(`resize ${cols}x${rows}`),
          kill: () => Promise.resolve(void done.push(`kill ${id}`)),
        }),
      },
      'a',
    );
    assert.ok(created);
    return created;
  };

  it('is undefined without a session', () => {
    assert.equal(createPtyHandle(new FakeSessions(), 'a'), undefined);
  });

  it('forwards write, resize and kill, and has the pid and the size', () => {
    const pty = handle();
    pty.write('x');
    pty.resize(90, 30);
    pty.kill();
    assert.deepEqual(done, ['write x', 'resize 90x30', 'kill a']);
    assert.deepEqual([pty.pid, pty.cols, pty.rows], [7, 80, 24]);
  });

  it('does not affect the next session with the same id, and emits nothing of it', () => {
    const pty = handle();
    const exits: number[] = [];
    pty.onExit(({ exitCode }) => exits.push(exitCode));
    changes.fire({ type: 'exit', session: sessionInfo({ id: 'a', generation: 1, exitCode: 3 }) });
    now = sessionInfo({ id: 'a', pid: 8, generation: 2 });
    pty.write('x');
    pty.resize(1, 1);
    pty.kill();
    changes.fire({ type: 'exit', session: sessionInfo({ id: 'a', generation: 2, exitCode: 4 }) });
    assert.deepEqual([done, exits, pty.pid], [[], [3], 7]);
  });
});

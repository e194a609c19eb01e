import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SESSION_MARKER_VARIABLE } from '../../src/pty/shell/environment';
import { assertFailuresUnnoticed, ComparedSessions } from '../support/host/comparedSessions';
import { programSpec } from '../support/pty/realPty';
import { assertUnnoticed } from '../support/pty/replacedWorkers';
import { recordedStreams } from '../support/pty/screens';
import { specOf } from '../support/pty/useSessionManager';
import { stressSize } from '../support/stress';
import { activateExtension, clearAll, EXTENSION_ID } from './support/extensionApi';
import { FailingThreads } from './support/failingThreads';

const TIMES = stressSize({ short: 8, long: 100 });

/** From the bundle of this file. */
const STREAMS = join(__dirname, '../../../test/fixtures/streams');

describe('a worker that fails in the extension host', function () {
  this.timeout(120_000 + TIMES * 3000);
  const streams = recordedStreams(STREAMS).map(({ bytes }) => bytes);

  // The limit of ends within an hour applies to the extension, so only these sessions can have more.
  it(`is not noticed by sessions of their own, ${TIMES} times`, async () => {
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension);
    const program = join(extension.extensionPath, 'dist', 'screenWorker.js');
    await assertUnnoticed({ program, backendKind: 'window', streams, times: TIMES });
  });

  // The extension must not have a worker yet. For an hour after this test it parses inline.
  it('is replaced twice, and then no more, unnoticed by sessions of the extension', async () => {
    const { internals: core } = await activateExtension();
    const directory = mkdtempSync(join(tmpdir(), 'agent-terminals-flood-'));
    const threads = new FailingThreads(['error', 'full', 'error']);
    const sessions = new ComparedSessions(directory, {
      sh: (id, script, change) => {
        const program = programSpec('/bin/sh', ['-c', script]);
        const env = { ...program.env, [SESSION_MARKER_VARIABLE]: id };
        const spec = { ...change, afterExit: 'keep', program: { ...program, env } } as const;
        return core.sessions.create(specOf(id, spec));
      },
      text: (id) => core.sessions.text(id, { scrollback: 1000 }),
    });
    try {
      await assertFailuresUnnoticed(sessions, threads, { times: 3, seed: 0, streams });
      sessions.dispose();
      assert.equal(threads.starts, 3);
      const [first, second, third] = threads.errors;
      assert.deepEqual([first, third], Array(2).fill('Error: a defect'));
      assert.match(second ?? '', /memory limit/);
    } finally {
      threads.dispose();
      await clearAll(core);
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

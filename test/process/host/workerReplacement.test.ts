import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKER_ENDS } from '../../../src/pty/limits';
import { assertFailuresUnnoticed, ComparedSessions } from '../../support/host/comparedSessions';
import { useSessionHost } from '../../support/host/useSessionHost';
import { recordedStreams } from '../../support/pty/screens';
import { stressSize } from '../../support/stress';
import { waitFor } from '../../support/waitFor';
import type { Defect } from '../../support/workerDefects.mjs';

/** In each the worker is replaced twice. Its third end within the hour is one too many. */
const HOSTS = stressSize({ short: 2, long: 50 });
const HANGING_HOSTS = stressSize({ short: 1, long: 5 });

/** Loaded into the host, where it lets workers fail. */
const FAILING_WORKERS = join(__dirname, '../../support/host/failingWorkers.mjs');

const STARTS = /A worker parses/g;
const ENDS = /The worker that parses output ended: (.*)/g;

/** What the host logs of it. */
const REASONS: Readonly<Record<Defect, string>> = {
  error: 'a defect',
  full: 'Worker terminated due to reaching memory limit: JS heap out of memory',
  hang: 'it did not respond',
};

describe('the worker of a session host', function () {
  this.timeout(120_000);
  const host = useSessionHost();

  for (let seed = 0; seed < HOSTS; seed++) {
    it(`is replaced twice, and then no more, unnoticed (host ${seed + 1} of ${HOSTS})`, async () => {
      const replaced: readonly Defect[] = seed % 2 === 0 ? ['error', 'full'] : ['full', 'error'];
      await assertUnnoticed([...replaced, 'error'], seed);
    });
  }

  for (let seed = 0; seed < HANGING_HOSTS; seed++) {
    it(`is replaced if it hangs, unnoticed (host ${seed + 1} of ${HANGING_HOSTS})`, () =>
      assertUnnoticed(['hang'], seed));
  }

  /**
   * Asserts that sessions whose worker fails in these ways, in the middle of output or of reads, show and
   * answer the same as sessions that are parsed inline, and that the worker is replaced while it may be.
   */
  async function assertUnnoticed(failures: readonly Defect[], seed: number): Promise<void> {
    const found = await host.ensure({ runtime: writeRuntime(failures) });
    const sessions = new ComparedSessions(host.home, await host.enter(found));
    const workers = {
      fail: () => void process.kill(found.pid, 'SIGUSR2'),
      haveStarted: (times: number) => hasLogged(STARTS, times),
      haveEnded: (times: number) => hasLogged(ENDS, times),
    };
    const size = { times: failures.length, seed, streams: STREAMS };
    await assertFailuresUnnoticed(sessions, workers, size);
    sessions.dispose();
    const ends = failures.map((failure, index) => `${REASONS[failure]}. ${outcomeOf(index + 1)}`);
    assert.deepEqual(logged(ENDS), ends);
  }

  /** Writes the runtime of a host whose worker fails in the next of these ways at each signal. */
  function writeRuntime(failures: readonly Defect[]): string {
    const runtime = join(host.home, 'node');
    const variable = `WORKER_FAILURES='${failures.join(' ')}'`;
    const command = `exec '${process.execPath}' --import='${FAILING_WORKERS}' "$@"`;
    writeFileSync(runtime, `#!/bin/sh\n${variable} ${command}\n`);
    chmodSync(runtime, 0o755);
    return runtime;
  }

  function logged(pattern: RegExp): readonly string[] {
    const log = readFileSync(host.paths.log, 'utf8');
    return [...log.matchAll(pattern)].map(([all, part = all]) => part);
  }

  function hasLogged(pattern: RegExp, times: number): Promise<void> {
    const what = () =>
      `${times} times ${pattern.source} in ${readFileSync(host.paths.log, 'utf8')}`;
    return waitFor(() => logged(pattern).length >= times, { limitMs: 60_000, what });
  }
});

function outcomeOf(end: number): string {
  return end < WORKER_ENDS.most ? 'It is replaced.' : 'Output is parsed without it for now.';
}

const STREAMS = recordedStreams().map(({ bytes }) => bytes);

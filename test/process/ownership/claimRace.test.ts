import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { Deferred } from '../../../src/base/deferred';
import { useLeases } from '../../support/agents/useLeases';
import { stressSize } from '../../support/stress';
import type { RaceOutcome } from './claimRaceTrial';

const TRIAL = join(__dirname, 'claimRaceTrial.ts');
const CLAIMS = stressSize({ short: 250, long: 1000 });
/** In each, both processes have a window, and race for one claim after the other. */
const DIRECTORIES = 10;
const ROUNDS = CLAIMS / DIRECTORIES;

describe('claims of two processes', () => {
  let rivals: readonly Rival[] = [];

  beforeEach(() => (rivals = [new Rival(), new Rival()]));
  // Before the directory is removed, into which they write.
  afterEach(async () => {
    const codes = await Promise.all(rivals.map((rival) => rival.end()));
    assert.deepEqual(codes, [0, 0]);
  });
  const fixture = useLeases();

  /** What each rival has won in a directory. */
  async function race(directory: string): Promise<readonly (readonly string[])[]> {
    const won = new Map(rivals.map((rival) => [rival, [] as string[]]));
    for (let round = 0; round < ROUNDS; round++) {
      const ptyId = `a-main-${round}`;
      // The first one has an advantage.
      const racing = round % 2 === 0 ? rivals : rivals.toReversed();
      const outcomes = await Promise.all(racing.map((rival) => rival.claim(directory, ptyId)));
      assert.deepEqual(outcomes.toSorted(), ['lost', 'won'], `${ptyId} in ${directory}`);
      const winner = racing[outcomes.indexOf('won')];
      won.get(winner ?? assert.fail())?.push(ptyId);
    }
    return [...won.values()];
  }

  it(`succeed for one of them in ${CLAIMS} races, and none is lost`, async () => {
    const loading = rivals.map((rival, at) =>
      rival.claim(join(fixture.directory, `of ${at}`), 'a'),
    );
    // Both have loaded what a claim needs.
    assert.deepEqual(await Promise.all(loading), ['won', 'won']);
    const races = Array.from({ length: DIRECTORIES }, async (_, at) => {
      const directory = join(fixture.directory, String(at));
      const won = await race(directory);
      const windows = await fixture.open(systemClock, { directory }).readWindows();
      const published = [...windows.values()].map(({ leases }) => leases.map(({ ptyId }) => ptyId));
      assert.deepEqual(
        published.toSorted(),
        won.filter((ids) => ids.length > 0).toSorted(),
        directory,
      );
    });
    await Promise.all(races);
  });
});

/** A process that makes claims, each directory's one after the other. */
class Rival {
  private readonly child = fork(TRIAL, { execArgv: ['--import=tsx'] });
  private readonly exit = once(this.child, 'exit');
  private readonly claims = new Map<string, Deferred<string>>();

  constructor() {
    this.child.on('message', ({ directory, outcome }: RaceOutcome) =>
      this.claims.get(directory)?.resolve(outcome),
    );
    void this.exit.then(([code]) =>
      this.claims.forEach((claim) => claim.resolve(`The process ended with ${String(code)}.`)),
    );
  }

  claim(directory: string, ptyId: string): Promise<string> {
    const claim = new Deferred<string>();
    this.claims.set(directory, claim);
    this.child.send({ directory, ptyId });
    return claim.promise;
  }

  /** Returns its exit code. */
  async end(): Promise<number | null> {
    if (this.child.connected) {
      this.child.disconnect();
    }
    const [code] = (await this.exit) as [number | null];
    return code;
  }
}

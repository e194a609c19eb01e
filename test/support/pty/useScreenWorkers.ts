import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '../buildOnce';
import { SCREEN_WORKER } from '../../../scripts/lib/bundles/screenWorkerBundle.mjs';
import { systemClock } from '../../../src/base/clock';
import type { Screens, ScreensDeps } from '../../../src/pty/screen/screens';
import { threadStarter } from '../../../src/pty/screen/worker/screenThread';
import { createScreens } from './screens';

/** Real workers, built before the suite and ended after it. */
export function useScreenWorkers(): ScreenWorkersFixture {
  const fixture = new ScreenWorkersFixture();
  before(() => fixture.build());
  after(() => fixture.remove());
  return fixture;
}

class ScreenWorkersFixture {
  private directory = '';
  private readonly created: Screens[] = [];

  async build(): Promise<void> {
    this.directory = mkdtempSync(join(tmpdir(), 'agent-terminals-worker-'));
    await buildOnce({ ...SCREEN_WORKER, outfile: this.program });
  }

  remove(): void {
    this.created.splice(0).forEach((screens) => screens.dispose());
    rmSync(this.directory, { recursive: true, force: true });
  }

  get program(): string {
    return join(this.directory, 'screenWorker.js');
  }

  /** Screens in a worker of their own. */
  readonly create = (change: Partial<ScreensDeps> = {}): Screens => {
    const screens = createScreens({
      clock: systemClock,
      startThread: threadStarter(this.program),
      ...change,
    });
    this.created.push(screens);
    return screens;
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '../buildOnce';
import { SCREEN_WORKER } from '../../../scripts/lib/bundles/screenWorkerBundle.mjs';
import { ENGINES, SELECTED_ENGINE, type EngineName } from '../../../src/pty/screen/createEngine';
import { systemClock } from '../../../src/base/clock';
import { nullLogger } from '../../../src/base/logger';
import type { EngineOffer } from '../../../src/pty/screen/screenEngine';
import { ScreenWorkers } from '../../../src/pty/screen/worker/screenWorkers';
import { threadStarter, type StartThread } from '../../../src/pty/screen/worker/workerThread';

/** Real workers, built before the suite and ended after it. */
export function useScreenWorkers(engine: EngineName = SELECTED_ENGINE): ScreenWorkersFixture {
  const fixture = new ScreenWorkersFixture(engine);
  before(() => fixture.build());
  after(() => fixture.remove());
  return fixture;
}

export class ScreenWorkersFixture {
  private directory = '';
  private readonly created: ScreenWorkers[] = [];
  private shared: ScreenWorkers | undefined;

  constructor(private readonly engine: EngineName) {}

  async build(): Promise<void> {
    this.directory = mkdtempSync(join(tmpdir(), 'agent-terminals-worker-'));
    await buildOnce({ ...SCREEN_WORKER, outfile: this.program });
  }

  remove(): void {
    this.created.splice(0).forEach((workers) => workers.dispose());
    rmSync(this.directory, { recursive: true, force: true });
  }

  get program(): string {
    return join(this.directory, 'screenWorker.js');
  }

  readonly startThread: StartThread = (events) =>
    threadStarter(this.program, { engine: this.engine })(events);

  readonly create = (
    change: Partial<ConstructorParameters<typeof ScreenWorkers>[0]> = {},
  ): ScreenWorkers => {
    const deps = { clock: systemClock, logger: nullLogger, mode: () => 'auto' as const };
    const { startThread } = this;
    const createEngine = ENGINES[this.engine];
    const workers = new ScreenWorkers({ ...deps, startThread, createEngine, ...change });
    this.created.push(workers);
    return workers;
  };

  /** One worker for the whole suite, to which screens move with that much output. */
  readonly from = (floodBytes: number): EngineOffer => {
    this.shared ??= this.create();
    const workers = this.shared;
    return { floodBytes, open: (options) => workers.open(options) };
  };
}

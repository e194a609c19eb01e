import { OutputFlow, type OutputFlowDeps } from '../../../src/pty/flow/outputFlow';
import { OutputPace } from '../../../src/pty/flow/outputPace';
import type { OutputSink } from '../../../src/pty/flow/outputSink';
import type { RedrawScope } from '../../../src/pty/sessionService';
import { ManualClock } from '../manualClock';
import { FakeAttachment } from './fakeSessions';

/** A sink that processes its output when the test calls `take`. */
class FakeSink implements OutputSink<string> {
  written: string[] = [];
  pending = 0;
  /** Whether `isDrained` is true with pending output, as for a terminal that cannot report it. */
  isUnaware = false;

  constructor(readonly highWatermark: number) {}

  get isDrained(): boolean {
    return this.isUnaware || this.pending === 0;
  }

  get length(): number {
    return this.written.join('').length;
  }

  hasRoom(length: number): boolean {
    return this.pending + length <= this.highWatermark;
  }

  write(output: string): void {
    this.written.push(output);
    this.pending += output.length;
  }

  draw(screen: string): void {
    this.write(`[${screen}]`);
  }
}

export interface FlowSetup {
  readonly highWatermark?: number;
  readonly isAttached?: boolean;
  readonly isPaced?: boolean;
  readonly options?: Pick<OutputFlowDeps<string>, 'join' | 'heldLimit' | 'lastRedrawLimitMs'>;
}

/** A flow into a fake sink, of a session that redraws when the test supplies the screen. */
export function createFlow(setup: FlowSetup = {}) {
  const { highWatermark = 10, isAttached = true, isPaced = false, options = {} } = setup;
  const clock = new ManualClock();
  const attachment = new FakeAttachment('ada-main-t1', { onData() {}, onExit() {} });
  const sink = new FakeSink(highWatermark);
  const flow = new OutputFlow<string>({
    clock,
    sink,
    source: () => (isAttached ? attachment : undefined),
    ...(isPaced ? { pace: new OutputPace(clock) } : {}),
    ...options,
  });
  /** The sink processes all pending output. */
  const take = (): void => {
    sink.pending = 0;
    flow.handleDrained();
  };
  const end = (): void => flow.end(() => sink.written.push('end'));
  return { clock, attachment, redraws: attachment.redraws, sink, flow, take, end };
}

export function scopes(redraws: FakeAttachment['redraws']): readonly RedrawScope[] {
  return redraws.map(({ scope }) => scope);
}

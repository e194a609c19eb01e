import type { Dimensions } from '../../ptyProcess';
import type { VisibleScreen } from '../../sessionService';
import type { EngineFacts, EngineOptions, ScreenEngine, ScreenSnapshot } from '../screenEngine';
import type { WorkerClient } from './workerClient';
import type { EngineCall, EngineMethod } from './workerMessages';

/** An engine in a worker. Its facts are those of the last answer. */
export class RemoteEngine implements ScreenEngine {
  private readonly engine: number;
  private facts: EngineFacts;

  constructor(
    private readonly client: Pick<WorkerClient, 'openEngine' | 'closeEngine' | 'call'>,
    private readonly options: EngineOptions,
  ) {
    this.engine = client.openEngine(options);
    const { rows } = options.dimensions;
    this.facts = { rows, bytes: 0, isBetweenSequences: true, isScrolledWhole: true };
  }

  get rows(): number {
    return this.facts.rows;
  }

  get bytes(): number {
    return this.facts.bytes;
  }

  get isBetweenSequences(): boolean {
    return this.facts.isBetweenSequences;
  }

  get isScrolledWhole(): boolean {
    return this.facts.isScrolledWhole;
  }

  parse(bytes: Uint8Array): Promise<string> {
    return this.call('parse', bytes);
  }

  answersTo(queries: string): Promise<string> {
    return this.call('answersTo', queries);
  }

  resize(wanted: Dimensions): Promise<void> {
    return this.call('resize', wanted);
  }

  shrinkTo(bytes: number): Promise<void> {
    return this.call('shrinkTo', bytes);
  }

  snapshot(scrollback: number): Promise<ScreenSnapshot> {
    return this.call('snapshot', scrollback);
  }

  compress(): Promise<Uint8Array> {
    return this.call('compress');
  }

  restore(compressed: Uint8Array): Promise<void> {
    return this.call('restore', compressed);
  }

  text(scrollback: number): Promise<string> {
    return this.call('text', scrollback);
  }

  colouredText(scrollback: number): Promise<string> {
    return this.call('colouredText', scrollback);
  }

  visible(): Promise<VisibleScreen> {
    return this.call('visible');
  }

  dispose(): void {
    this.client.closeEngine(this.engine);
  }

  private async call<Method extends EngineMethod>(
    method: Method,
    ...args: Parameters<ScreenEngine[Method]>
  ): Promise<Awaited<ReturnType<ScreenEngine[Method]>>> {
    const call = { method, args } as unknown as EngineCall;
    const { waitingBytes, journalBytes, look } = this.options;
    const caller = { waiting: waitingBytes(), journal: journalBytes?.() ?? 0, look: look?.() };
    const { value, facts } = await this.client.call(this.engine, caller, call);
    this.facts = facts;
    return value as Awaited<ReturnType<ScreenEngine[Method]>>;
  }
}

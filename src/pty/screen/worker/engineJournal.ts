import type { Clock } from '../../../base/clock';
import { MAX_JOURNAL } from '../../limits';
import type { Dimensions } from '../../ptyProcess';

/** The memory of a change beside its output, in bytes. */
const CHANGE_BYTES = 256;

/** A call that changed an engine. */
export type EngineChange =
  | { readonly method: 'parse'; readonly bytes: Uint8Array }
  | { readonly method: 'resize'; readonly dimensions: Dimensions }
  | { readonly method: 'shrinkTo'; readonly bytes: number };

/**
 * What makes a new engine equal to a lost one: its last compressed snapshot, and the changes since.
 */
export class EngineJournal {
  private base: Uint8Array | undefined;
  private baseSize: Dimensions;
  private size: Dimensions;
  private list: EngineChange[] = [];
  private listBytes = 0;
  private expectedBytes = 0;
  private since: number;
  private gap = false;

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    dimensions: Dimensions,
  ) {
    this.size = dimensions;
    this.baseSize = dimensions;
    this.since = clock.monotonic();
  }

  /** The last snapshot, compressed; undefined for an engine that began empty. */
  get snapshot(): Uint8Array | undefined {
    return this.base;
  }

  /** The size at the last snapshot. */
  get dimensions(): Dimensions {
    return this.baseSize;
  }

  /** In order. */
  get changes(): readonly EngineChange[] {
    return this.list;
  }

  /** Whether changes after the snapshot were not kept. */
  get hasGap(): boolean {
    return this.gap;
  }

  /** The memory of the journal, in bytes. */
  get bytes(): number {
    return this.listBytes + this.expectedBytes + (this.base?.length ?? 0);
  }

  /** Whether a snapshot is due before `change`, so that the changes stay within their limits. */
  isFull(change: EngineChange): boolean {
    const age = this.clock.monotonic() - this.since;
    const isOld = this.list.length > 0 && age >= MAX_JOURNAL.ms;
    return isOld || this.listBytes + bytesOf(change) > MAX_JOURNAL.bytes;
  }

  /** Counts a change that is about to be made, until it is added or another one is expected. */
  expect(change: EngineChange): void {
    this.expectedBytes = bytesOf(change);
  }

  /** Adds a change that the engine has made. */
  add(change: EngineChange): void {
    this.expectedBytes = 0;
    this.since = this.list.length === 0 ? this.clock.monotonic() : this.since;
    this.list.push(withOwnBytes(change));
    this.listBytes += bytesOf(change);
    this.size = change.method === 'resize' ? change.dimensions : this.size;
  }

  /** Sets the snapshot of the engine as it is now, or of a new engine that is restored from it. */
  begin(snapshot: Uint8Array): void {
    this.base = snapshot;
    this.baseSize = this.size;
    this.gap = false;
    this.clear();
  }

  /** Discards the changes except the size. Called if no snapshot could be taken in time. */
  forgetChanges(): void {
    this.gap = true;
    this.clear();
    this.add({ method: 'resize', dimensions: this.size });
  }

  /** Discards everything except the size. Called if a replay would harm the process. */
  startOver(): void {
    this.base = undefined;
    this.baseSize = this.size;
    this.forgetChanges();
  }

  /** Called if the engine can no longer be lost. */
  end(): void {
    this.base = undefined;
    this.clear();
  }

  private clear(): void {
    this.list = [];
    this.listBytes = 0;
    this.expectedBytes = 0;
    this.since = this.clock.monotonic();
  }
}

function bytesOf(change: EngineChange): number {
  return CHANGE_BYTES + (change.method === 'parse' ? change.bytes.length : 0);
}

/** The same without the rest of a buffer that the bytes are a part of. */
function withOwnBytes(change: EngineChange): EngineChange {
  return change.method === 'parse' && change.bytes.length < change.bytes.buffer.byteLength
    ? { ...change, bytes: new Uint8Array(change.bytes) }
    : change;
}

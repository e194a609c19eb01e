import { ScreenScheduler, type ScreenSlots } from '../screenScheduler';
import type { CreateEngine, EngineFacts, ScreenEngine } from '../screenEngine';
import type { TerminalLook } from '../../terminalLook';
import type {
  CallerState,
  EngineCall,
  EngineMethod,
  WorkerReply,
  WorkerRequest,
} from './workerMessages';

/** Sends a reply. The buffers in `transfer` are handed over without a copy. */
type SendReply = (reply: WorkerReply, transfer: readonly ArrayBuffer[]) => void;

interface ServedEngine {
  readonly engine: ScreenEngine;
  caller: CallerState;
}

/** Holds the engines of a worker, and answers the calls of the other thread. */
export class EngineServer {
  private readonly scheduler = new ScreenScheduler();
  private readonly engines = new Map<number, ServedEngine>();

  constructor(
    private readonly createEngine: CreateEngine,
    private readonly send: SendReply,
    /** Called with the number of an engine each time before it runs. */
    private readonly announce: (engine: number) => void,
  ) {}

  handle(request: WorkerRequest): void {
    switch (request.kind) {
      case 'open':
        this.open(request);
        break;
      case 'call':
        void this.answer(request);
        break;
      case 'close':
        this.announce(request.engine);
        this.engines.get(request.engine)?.engine.dispose();
        this.engines.delete(request.engine);
        break;
      case 'ping':
        this.send({ kind: 'pong' }, []);
        break;
    }
  }

  private open({ engine: id, dimensions, scrollback }: RequestOf<'open'>): void {
    const waitingBytes = (): number => this.engines.get(id)?.caller.waiting ?? 0;
    const journalBytes = (): number => this.engines.get(id)?.caller.journal ?? 0;
    const look = (): TerminalLook | undefined => this.engines.get(id)?.caller.look;
    const scheduler = this.slotsOf(id);
    this.announce(id);
    const options = { dimensions, scrollback, scheduler, waitingBytes, journalBytes, look };
    const engine = this.createEngine(options);
    this.engines.set(id, { engine, caller: { waiting: 0, journal: 0 } });
  }

  private async answer({ engine, id, caller, call }: RequestOf<'call'>): Promise<void> {
    try {
      const served = this.engines.get(engine);
      if (!served) {
        throw new Error('The screen was closed.');
      }
      served.caller = caller;
      this.announce(engine);
      const result = await run(served.engine, call);
      // With a buffer of their own, since that of Node's pool cannot be handed over.
      const bytes = result instanceof Uint8Array ? new Uint8Array(result) : undefined;
      const facts = factsOf(served.engine);
      const held = this.heldBytes();
      const transfer = bytes ? [bytes.buffer] : [];
      this.send({ kind: 'value', id, value: bytes ?? result, facts, held }, transfer);
    } catch (error) {
      this.send({ kind: 'fault', id, error }, []);
    }
  }

  /** The slots of one engine, each of which is announced. */
  private slotsOf(id: number): ScreenSlots {
    const { announce, scheduler } = this;
    return {
      get isOver() {
        return scheduler.isOver;
      },
      next: async () => {
        await scheduler.next();
        announce(id);
      },
    };
  }

  private heldBytes(): number {
    return [...this.engines.values()].reduce((sum, { engine }) => sum + engine.bytes, 0);
  }
}

type RequestOf<Kind extends WorkerRequest['kind']> = Extract<WorkerRequest, { kind: Kind }>;

function run(engine: ScreenEngine, { method, args }: EngineCall): Promise<unknown> {
  const calls = engine as unknown as Record<
    EngineMethod,
    (...args: EngineCall['args']) => Promise<unknown>
  >;
  return calls[method](...args);
}

function factsOf({ rows, bytes, isBetweenSequences, isScrolledWhole }: EngineFacts): EngineFacts {
  return { rows, bytes, isBetweenSequences, isScrolledWhole };
}

import type { Dimensions } from '../../ptyProcess';
import type { TerminalLook } from '../../terminalLook';
import type { EngineName } from '../createEngine';
import type { EngineFacts, ScreenEngine } from '../screenEngine';

/** The calls of an engine, which all return promises. */
export type EngineMethod = {
  readonly [Member in keyof ScreenEngine]: ScreenEngine[Member] extends (
    ...args: never[]
  ) => Promise<unknown>
    ? Member
    : never;
}[keyof ScreenEngine];

/** One call of an engine: the method's name and its parameters. */
export type EngineCall = {
  readonly [Method in EngineMethod]: {
    readonly method: Method;
    readonly args: Parameters<ScreenEngine[Method]>;
  };
}[EngineMethod];

/** What a worker receives at its start. */
export interface WorkerData {
  /** One shared number: the engine that runs, or ran last. */
  readonly announced: Int32Array;
  /** What parses its screens. */
  readonly engine: EngineName;
}

/** What the engine reads of the thread that calls. */
export interface CallerState {
  /** The output that waits, in bytes. */
  readonly waiting: number;
  /** What would rebuild the engine, in bytes. */
  readonly journal: number;
  readonly look?: TerminalLook | undefined;
}

/** A message to a worker. Engines and calls are numbered by the sender. */
export type WorkerRequest =
  | {
      readonly kind: 'open';
      readonly engine: number;
      readonly dimensions: Dimensions;
      readonly scrollback: number;
    }
  | {
      readonly kind: 'call';
      readonly engine: number;
      readonly id: number;
      readonly caller: CallerState;
      readonly call: EngineCall;
    }
  | { readonly kind: 'close'; readonly engine: number }
  | { readonly kind: 'ping' };

/** A message from a worker. */
export type WorkerReply =
  /** Once, when it has started. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  | {
      readonly kind: 'value';
      readonly id: number;
      readonly value: unknown;
      readonly facts: EngineFacts;
      /** The memory of all engines of the worker by our own count, in bytes. */
      readonly held: number;
    }
  | { readonly kind: 'fault'; readonly id: number; readonly error: unknown };

import type { IPty } from 'node-pty';
import { isRecord } from '../../base/isRecord';
import type { FoundNodePty } from './nodePtyCandidates';

/** The native functions of `node-pty` on Unix (its `src/unix/pty.cc`, 1.2.0-beta.15). */
export interface NativePty {
  /**
   * The parameters: file, args, env as `NAME=value`, cwd, cols, rows, uid, gid, utf8, helper,
   * onExit.
   */
  fork(
    ...parameters: readonly [
      file: string,
      args: readonly string[],
      env: readonly string[],
      cwd: string,
      cols: number,
      rows: number,
      uid: number,
      gid: number,
      utf8: boolean,
      helperPath: string,
      onExit: (exitCode: number, signal: number) => void,
    ]
  ): { readonly fd: number; readonly pid: number; readonly pty: string };
  resize(
    ...parameters: readonly [fd: number, cols: number, rows: number, width: number, height: number]
  ): void;
}

/** The used part of the public API. `encoding: null` requests bytes. */
export interface PublicPty {
  spawn(file: string, args: string[] | string, options: PublicPtyOptions): IPty;
}

export interface PublicPtyOptions {
  readonly name?: string;
  readonly cols: number;
  readonly rows: number;
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly encoding: null;
}

/** A loaded `node-pty`. */
export type NodePtyModule =
  | (FoundNodePty & {
      readonly kind: 'native';
      readonly native: NativePty;
      /** The program through which macOS starts others. Not used on Linux. */
      readonly helperPath: string;
    })
  | (FoundNodePty & { readonly kind: 'public'; readonly api: PublicPty });

/** @throws {Error} if `loaded` does not have the native functions. */
export function parseNativePty(loaded: unknown): NativePty {
  const native = isRecord(loaded) ? loaded['native'] : undefined;
  if (!hasFunctions(native, ['fork', 'resize'])) {
    throw new Error('it has no native functions');
  }
  return native as NativePty;
}

/** @throws {Error} if `loaded` has no function to start programs. */
export function parsePublicPty(loaded: unknown): PublicPty {
  if (!hasFunctions(loaded, ['spawn'])) {
    throw new Error('it has no function "spawn"');
  }
  return loaded as PublicPty;
}

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === 'function');
}

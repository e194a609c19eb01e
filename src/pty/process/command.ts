/** A program to run to its end, without a shell. */
export interface CommandRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** The complete environment. Default: that of this process. */
  readonly env?: Readonly<NodeJS.ProcessEnv> | undefined;
  /** The content of its standard input. Default: empty. */
  readonly input?: string | undefined;
  readonly timeoutMs: number;
  /** The limit for standard output and for standard error, each. */
  readonly maxOutputBytes: number;
  /** Aborting it terminates the program, and kills it if that fails. */
  readonly signal?: AbortSignal | undefined;
}

export type CommandResult =
  | {
      readonly kind: 'done';
      /** Null if a signal ended it. */
      readonly code: number | null;
      readonly stdout: string;
      readonly stderr: string;
    }
  /** `reason` completes the sentence "It failed because it ...". */
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Runs a program. Rejects only with `UNTRUSTED`, where a `TrustGuard` refuses it; a program that
 * cannot be started is a result.
 */
export type RunCommand = (request: CommandRequest) => Promise<CommandResult>;

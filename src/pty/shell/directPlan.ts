import type { ProgramSpec } from '../ptyProcess';
import { planLoginShell } from './shellPlan';
import type { Shell } from './shells';
import type { AfterExit } from '../spawnMode';

/** Why an agent cannot be started without a shell. */
type DirectRefusal = 'CLI_PATH_UNKNOWN' | 'CLI_NEEDS_SHELL' | 'TMUX_NEEDS_SHELL';

export interface DirectStart {
  readonly cli: {
    /** The name for the person. */
    readonly name: string;
    /** An absolute path; undefined for shell syntax: an alias, a pipe, a variable. */
    readonly path: string | undefined;
  };
  readonly args: readonly string[];
  readonly tmux: boolean;
  readonly afterExit: AfterExit;
  /** The login shell that replaces the agent if `afterExit` is `shell`. */
  readonly shell: Shell;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export type DirectPlan =
  | {
      readonly kind: 'possible';
      readonly program: ProgramSpec;
      /** Replaces the program on the same PTY id. */
      readonly followUp: ProgramSpec | undefined;
    }
  /** The caller starts it through the shell instead. `message` gives the reason in a sentence. */
  | { readonly kind: 'notPossible'; readonly reason: DirectRefusal; readonly message: string };

/** Plans an agent without a shell around it. No rc files are read, so it starts sooner. */
export function planDirectStart(start: DirectStart): DirectPlan {
  const { cli, args, cwd, env } = start;
  if (start.tmux) {
    return refuse('TMUX_NEEDS_SHELL', `${cli.name} is to run in tmux, which needs a shell.`);
  }
  if (cli.path === undefined) {
    return refuse('CLI_NEEDS_SHELL', `Only a shell understands the command "${cli.name}".`);
  }
  const followUp =
    start.afterExit === 'shell' ? planLoginShell(start.shell, { cwd, env }) : undefined;
  return { kind: 'possible', program: { file: cli.path, args, cwd, env }, followUp };
}

function refuse(reason: DirectRefusal, message: string): DirectPlan {
  return { kind: 'notPossible', reason, message };
}

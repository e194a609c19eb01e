import { posix } from 'node:path';
import type { Shell } from './shells';

type Variables = Readonly<Record<string, string>>;

/**
 * Command lines that put the directory of the program `agent-terminals` on the PATH, once, where
 * the session has one. Without effect on the status of what ran before.
 */
export const POSIX_OFFER_COMMAND_LINE =
  'case ":$PATH:" in *":${AGENT_TERMINALS_CLI%/*}:"*) ;; *) PATH=${AGENT_TERMINALS_CLI%/*}${AGENT_TERMINALS_CLI:+:}$PATH;; esac';

export const FISH_OFFER_COMMAND_LINE = [
  `set -l agent_terminals_bin (string replace -r '/[^/]*$' '' -- "$AGENT_TERMINALS_CLI")`,
  'test -z "$agent_terminals_bin"; or contains -- $agent_terminals_bin $PATH; or set -gx PATH $agent_terminals_bin $PATH',
].join('\n');

/**
 * Startup files of ours, by their paths beside the command line's directory. Each makes itself
 * unseen, reads the person's own in its place, and offers the command line once the rest is read.
 */
export const SHELL_START_FILES = {
  // zsh reads .zshenv first of all, and the others where ZDOTDIR says then.
  'shell/zsh/.zshenv': `if [[ -n "\${AGENT_TERMINALS_ZDOTDIR-}" ]]; then
  export ZDOTDIR="$AGENT_TERMINALS_ZDOTDIR"
else
  unset ZDOTDIR
fi
unset AGENT_TERMINALS_ZDOTDIR
if [[ -o interactive ]]; then
  agent_terminals_offer() {
    precmd_functions=(\${precmd_functions:#agent_terminals_offer})
    unfunction agent_terminals_offer
    ${POSIX_OFFER_COMMAND_LINE}
  }
  typeset -ga precmd_functions
  precmd_functions+=(agent_terminals_offer)
fi
if [[ -r "\${ZDOTDIR:-$HOME}/.zshenv" ]]; then
  source "\${ZDOTDIR:-$HOME}/.zshenv"
fi
`,
  // sh reads what ENV names once its profile is read, where it is interactive.
  'shell/sh.env': `if [ -n "\${AGENT_TERMINALS_ENV-}" ]; then
  ENV=$AGENT_TERMINALS_ENV
else
  unset ENV
fi
unset AGENT_TERMINALS_ENV
if [ -r "\${ENV-}" ]; then
  . "$ENV"
fi
${POSIX_OFFER_COMMAND_LINE}
`,
} as const satisfies Readonly<Record<string, string>>;

/** What of them a variable names. */
const NAMED = {
  zsh: { variable: 'ZDOTDIR', own: 'AGENT_TERMINALS_ZDOTDIR', path: 'shell/zsh' },
  sh: { variable: 'ENV', own: 'AGENT_TERMINALS_ENV', path: 'shell/sh.env' },
} as const;

/**
 * Variables by which a shell whose rc files begin the PATH anew puts the command line back before
 * its first prompt. What `env` has there is read, too, or counts for more.
 */
export function offerVariables(shellPath: string, commandLine: string, env: Variables): Variables {
  const name = posix.basename(shellPath).replace(/-?[\d.]+$/, '');
  switch (name) {
    case 'bash':
      return env['PROMPT_COMMAND'] === undefined
        ? { PROMPT_COMMAND: POSIX_OFFER_COMMAND_LINE }
        : {};
    case 'zsh':
      return nameStartFile('zsh', commandLine, env);
    case 'sh':
    case 'ash':
    case 'dash':
      return nameStartFile('sh', commandLine, env);
    default:
      return {};
  }
}

/** The same for a shell that has no such variable: arguments for one that talks to the person. */
export function offerArguments({ dialect }: Shell, env: Variables): readonly string[] {
  const isOffered = dialect === 'fish' && env['AGENT_TERMINALS_CLI'] !== undefined;
  return isOffered ? ['-C', FISH_OFFER_COMMAND_LINE] : [];
}

/**
 * The lines of a zsh that is about to become the next one: it has read the startup file, which has
 * made itself unseen. Nothing for other shells.
 */
export function offerAgain({ path }: Shell, env: Variables): readonly string[] {
  const { variable, own, path: file } = NAMED.zsh;
  const isZsh = /^zsh(?:-?[\d.]+)?$/.test(posix.basename(path));
  return isZsh && env['AGENT_TERMINALS_CLI'] !== undefined
    ? [
        `agent_terminals_start=\${AGENT_TERMINALS_CLI%/bin/*}/${file}`,
        `[ -r "$agent_terminals_start/.zshenv" ] && export ${own}="\${${variable}-}" ${variable}="$agent_terminals_start"`,
      ]
    : [];
}

function nameStartFile(shell: keyof typeof NAMED, commandLine: string, env: Variables): Variables {
  const { variable, own, path } = NAMED[shell];
  const before = env[variable];
  return {
    [variable]: posix.join(posix.dirname(commandLine), '..', path),
    ...(before !== undefined && { [own]: before }),
  };
}

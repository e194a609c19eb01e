import { posix } from 'node:path';
import type { Shell } from './shells';

type Variables = Readonly<Record<string, string>>;

/**
 * Command lines that add the directory of the program `agent-terminals` to the PATH, once, if the
 * session has one. They do not change the last exit status.
 */
export const POSIX_OFFER_COMMAND_LINE =
  'case ":$PATH:" in *":${AGENT_TERMINALS_CLI%/*}:"*) ;; *) PATH=${AGENT_TERMINALS_CLI%/*}${AGENT_TERMINALS_CLI:+:}$PATH;; esac';

export const FISH_OFFER_COMMAND_LINE = [
  `set -l agent_terminals_bin (string replace -r '/[^/]*$' '' -- "$AGENT_TERMINALS_CLI")`,
  'test -z "$agent_terminals_bin"; or contains -- $agent_terminals_bin $PATH; or set -gx PATH $agent_terminals_bin $PATH',
].join('\n');

/**
 * Startup files of the extension, by their paths beside the directory of `agent-terminals`. Each
 * restores the person's variable, reads the person's own file in its place, and adds the directory
 * after the other startup files.
 */
export const SHELL_START_FILES = {
  // zsh reads .zshenv first, and then the other files from the directory that ZDOTDIR names.
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
  // An interactive sh reads the file that ENV names after its profile.
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

/** The startup files that a variable selects. */
const NAMED = {
  zsh: { variable: 'ZDOTDIR', own: 'AGENT_TERMINALS_ZDOTDIR', path: 'shell/zsh' },
  sh: { variable: 'ENV', own: 'AGENT_TERMINALS_ENV', path: 'shell/sh.env' },
} as const;

/**
 * Variables that make a shell add the directory again before its first prompt, since its rc files
 * may reset the PATH. The person's own values in `env` are still used, or have priority.
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

/** The same for a shell without such a variable: arguments for an interactive shell. */
export function offerArguments({ dialect }: Shell, env: Variables): readonly string[] {
  const isOffered = dialect === 'fish' && env['AGENT_TERMINALS_CLI'] !== undefined;
  return isOffered ? ['-C', FISH_OFFER_COMMAND_LINE] : [];
}

/**
 * Lines with which a zsh prepares its replacement by the next zsh: the startup file has removed its
 * own variable. Empty for other shells.
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

import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath } from '../../../scripts/lib/findOnPath.mjs';
import { waitFor } from '../../support/waitFor';
import type { UiAgent } from './uiAgent';
import type { UiSandbox } from './uiSandbox';
import type { Keybinding } from './uiVsCode';

const VERSION = '1.2.3 (Scripted)';

/**
 * Prints its folder and arguments, repeats each input line, and records its process id. Some words
 * have an effect: print its size, write endlessly, quit with a code, ignore signals.
 */
const script = (version: string): string => `#!/bin/sh
if [ "$1" = --version ]; then echo "${version}"; exit; fi
echo $$ >>"$HOME/agents-started"
printf 'agent in %s args:' "\${PWD##*/}"
for arg in "$@"; do printf ' [%s]' "$arg"; done
printf '\\nsetup: %s\\ntask: %s\\n' "$SETUP" "$AGENT_TERMINALS_TASK_NAME"
while read -r line; do
  case $line in
    size*) stty size ;;
    work*) while :; do echo 'at work'; sleep 1; done ;;
    quit*) exit "\${line#quit }" ;;
    ignore*) trap '' HUP INT TERM; echo 'deaf from now on'; while :; do sleep 1; done ;;
    *) printf 'heard %s\\n' "$line" ;;
  esac
done
`;

/** All programs on the PATH of the sandbox's login shells: no agent of this machine is among them. */
const TOOLS = ['sh', 'bash', 'env', 'sleep', 'stty', 'cat', 'dd', 'id', 'ls', 'ps', 'sed', 'uname'];

/** The provider that {@link installScriptedAgent} defines in the user's settings. */
export const SCRIPTED = 'scripted';

/** Starts the agent in the task "Fix the till". */
export const START_BY_KEY: Keybinding = {
  key: 'ctrl+alt+1',
  command: 'agentTerminals.startAgent',
  args: { provider: SCRIPTED, task: 'Fix the till' },
};

/** A machine on which no agent is installed. */
export async function installNoAgent(sandbox: UiSandbox): Promise<UiAgent> {
  const bin = join(sandbox.home, 'bin');
  await mkdir(bin);
  await writeFile(join(sandbox.home, '.profile'), `PATH=${bin}\nPS1='$ '\n`);
  for (const tool of TOOLS) {
    const path = findOnPath([tool]);
    if (path !== undefined) {
      await symlink(path, join(bin, tool));
    }
  }
  return { env: {}, settings: {}, end: () => Promise.resolve() };
}

/** A machine whose only agent is a shell script, defined as a person would define one. */
export async function installScriptedAgent(sandbox: UiSandbox): Promise<UiAgent> {
  const machine = await installNoAgent(sandbox);
  await writeScriptedAgent(sandbox, 'scripted-agent');
  const provider = { cli: 'scripted-agent', label: 'Scripted', initialPromptFlag: '' };
  const settings = { 'agentTerminals.providers': { [SCRIPTED]: provider } };
  return { ...machine, settings };
}

/** Puts the script on the PATH by another name; `version` is what it prints as its version. */
export async function writeScriptedAgent(
  sandbox: UiSandbox,
  name: string,
  version = VERSION,
): Promise<void> {
  await writeFile(join(sandbox.home, 'bin', name), script(version), { mode: 0o755 });
}

/** The process ids of all scripted agents that were started in the sandbox. */
export async function agentsStarted(sandbox: UiSandbox): Promise<readonly number[]> {
  const text = await readFile(join(sandbox.home, 'agents-started'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(Number);
}

/** Waits until all of these processes have ended. */
export async function waitForEnd(pids: readonly number[], limitMs: number): Promise<void> {
  await waitFor(() => pids.every((pid) => !isAlive(pid)), {
    limitMs,
    what: () => `the end of the processes ${pids.filter(isAlive).join(', ')}`,
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

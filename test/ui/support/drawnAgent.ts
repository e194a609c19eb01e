import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseScreenCase } from '../../../src/status/screens/screenCase';
import { installNoAgent } from './scriptedAgent';
import type { UiAgent } from './uiAgent';
import type { UiSandbox } from './uiSandbox';

/** A CLI that draws recorded screens, one for each key. */
export interface DrawnAgent {
  /** Its name on the PATH. */
  readonly cli: string;
  readonly version: string;
  /** Names of recorded screens. */
  readonly screens: {
    readonly idle: string;
    readonly busy: string;
    readonly asks: string;
    readonly answered: string;
  };
}

/**
 * Shows a screen for each key: `w` works, `a` asks, `d` is done, `l` works and asks after
 * {@link letAsk}. Enter while it asks approves, and is recorded in the file `approved` in its home.
 */
const script = ({ version }: DrawnAgent): string => `#!/bin/sh
if [ "$1" = --version ]; then echo "${version}"; exit; fi
show() { shown=$1; printf '\\033[2J\\033[H'; cat "$HOME/screens/$1"; }
stty -icanon -echo -icrnl min 1
enter=$(printf '\\r')
show idle
while :; do
  key=$(dd bs=1 count=1 2>/dev/null)
  case "$shown $key" in
    *' w') show busy ;;
    *' a') show asks ;;
    *' d') show answered ;;
    *' l') show busy; until [ -e "$HOME/ask" ]; do sleep 0.1; done; show asks ;;
    "asks $enter") echo yes >>"$HOME/approved"; show busy ;;
  esac
done
`;

/** A machine whose only agent is this one, which has no hooks and no title, only its screen. */
export async function installDrawnAgent(sandbox: UiSandbox, agent: DrawnAgent): Promise<UiAgent> {
  const machine = await installNoAgent(sandbox);
  await writeFile(join(sandbox.home, 'bin', agent.cli), script(agent), { mode: 0o755 });
  const directory = join(sandbox.home, 'screens');
  await mkdir(directory);
  for (const [name, file] of Object.entries(agent.screens)) {
    await writeFile(join(directory, name), await readRows(file));
  }
  return machine;
}

/** Lets an agent ask that waits after the key `l`. */
export async function letAsk(sandbox: UiSandbox): Promise<void> {
  await writeFile(join(sandbox.home, 'ask'), '');
}

/** How often the agent was approved. */
export async function countApprovals(sandbox: UiSandbox): Promise<number> {
  const text = await readFile(join(sandbox.home, 'approved'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).length;
}

/** The rows of a recorded screen, without the empty ones below. */
async function readRows(name: string): Promise<string> {
  const path = join(__dirname, '../../fixtures/screens', `${name}.txt`);
  const { rows } = parseScreenCase(await readFile(path, 'utf8')).screen;
  return rows.join('\n').trimEnd();
}

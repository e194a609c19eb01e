import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseScreenCase } from '../../../src/status/screens/screenCase';
import { installNoAgent } from './scriptedAgent';
import type { UiAgent } from './uiAgent';
import type { UiPlace } from './uiPlace';

/** A CLI that is drawn as its screens were recorded, and its answers are its keys. */
export interface DrawnAgent {
  /** What it is called on the PATH. */
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
 * Shows a screen by a key: `w` it works, `a` it asks, `d` it is done, `l` it works and asks later, once
 * {@link letAsk} lets it. Enter as it asks is a yes, which it takes down in `approved` in its home.
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

/** A machine whose only agent is this one, which has no hooks and no title, nor any other word but its screen. */
export async function installDrawnAgent(place: UiPlace, agent: DrawnAgent): Promise<UiAgent> {
  const machine = await installNoAgent(place);
  await writeFile(join(place.home, 'bin', agent.cli), script(agent), { mode: 0o755 });
  const directory = join(place.home, 'screens');
  await mkdir(directory);
  for (const [name, file] of Object.entries(agent.screens)) {
    await writeFile(join(directory, name), await readRows(file));
  }
  return machine;
}

/** Has an agent ask that was told to do so later. */
export async function letAsk(place: UiPlace): Promise<void> {
  await writeFile(join(place.home, 'ask'), '');
}

/** How often it was told yes. */
export async function countApprovals(place: UiPlace): Promise<number> {
  const text = await readFile(join(place.home, 'approved'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).length;
}

/** The rows of a recorded screen, without the empty ones below. */
async function readRows(name: string): Promise<string> {
  const path = join(__dirname, '../../fixtures/screens', `${name}.txt`);
  const { rows } = parseScreenCase(await readFile(path, 'utf8')).screen;
  return rows.join('\n').trimEnd();
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installNoAgent } from '../../test/ui/support/scriptedAgent';
import type { UiSandbox } from '../../test/ui/support/uiSandbox';
import { colouredLog } from './workloads';

const LOG_BYTES = 30_000_000;
const LOG_PARTS = 30;
const FRAME_BYTES = 4_000;
const FRAME_ROWS = 20;

/** Waits without starting a program: many of them would load the machine. */
const WORKING_AGENT = `#!/bin/bash
if [ "$1" = --version ]; then echo 1.2.3; exit; fi
frame=$(<"$HOME/frame")
exec 3<> <(:)
while :; do printf '%s' "$frame"; read -rt 0.1 -u 3; done
`;

/** Reports ten times per second that it works, or that it does not. */
const CHANGING_AGENT = `#!/bin/bash
if [ "$1" = --version ]; then echo 1.2.3; exit; fi
exec 3<> <(:)
while :; do
  for state in working idle; do printf '\\e]7501;state=%s\\a' "$state"; read -rt 0.1 -u 3; done
done
`;

const IDLE_AGENT = `#!/bin/bash
if [ "$1" = --version ]; then echo 1.2.3; exit; fi
printf '> '
read -r
`;

const MOST_SESSIONS = 200;

/**
 * Installs the agents `bench`, which ends at once and so leaves its shell, `working`, `changing` and `idle`, and in shells
 * the commands `show-log`, which prints a log, and `flood`, which prints it without end. Returns settings.
 */
export async function installAgents(place: UiSandbox): Promise<Readonly<Record<string, unknown>>> {
  await installNoAgent(place);
  const { home } = place;
  const script = (name: string, text: string): Promise<void> =>
    writeFile(join(home, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  await script('bench-agent', 'echo 1.2.3');
  await script('flood', 'echo $$ >"$HOME/flood.pid"; while :; do cat "$HOME/log"; done');
  await script('show-log', 'cat "$HOME/log"');
  const part = colouredLog(LOG_BYTES / LOG_PARTS);
  await writeFile(join(home, 'log'), Buffer.concat(Array<Buffer>(LOG_PARTS).fill(part)));
  await writeFile(join(home, 'frame'), workingFrame());
  const agents = {
    working: WORKING_AGENT,
    changing: CHANGING_AGENT,
    idle: IDLE_AGENT,
  };
  for (const [name, text] of Object.entries(agents)) {
    await writeFile(join(home, 'bin', `${name}-agent`), text, { mode: 0o755 });
  }
  await writeFile(join(home, '.bashrc'), `PATH=${join(home, 'bin')}\nPS1='$ '\n`);
  const names = ['bench', ...Object.keys(agents)];
  return {
    'agentTerminals.providers': Object.fromEntries(names.map((name) => [name, providerOf(name)])),
    'agentTerminals.maxSessions': MOST_SESSIONS,
  };
}

function providerOf(name: string): object {
  const label = name[0]?.toUpperCase() + name.slice(1);
  return { cli: `${name}-agent`, label, initialPromptFlag: '' };
}

/** Some 2 KB: twenty coloured rows from the top of the screen. */
function workingFrame(): string {
  const rows = colouredLog(FRAME_BYTES).toString().split('\n').slice(0, FRAME_ROWS);
  return `\x1b[H${rows.map((row) => `${row.trimEnd()}\x1b[K`).join('\r\n')}`;
}

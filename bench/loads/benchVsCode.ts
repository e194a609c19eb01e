import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { installCodeServer, RELEASES } from '../../scripts/lib/vscode/codeServer.mjs';
import { packageExtension } from '../../scripts/lib/bundles/packageExtension.mjs';
import { buildExtension } from '../../scripts/lib/bundles/stageExtension.mjs';
import { hostTarget } from '../../scripts/lib/bundles/targets.mjs';
import { AgentTerminals } from '../../src/client/agentTerminals';
import { installNoAgent } from '../../test/ui/support/scriptedAgent';
import { makeUiSandbox, type UiSandbox } from '../../test/ui/support/uiSandbox';
import { UiVsCode } from '../../test/ui/support/uiVsCode';
import { waitFor } from '../../test/support/waitFor';
import { colouredLog } from './workloads';

const FLOOD_BYTES = 1_000_000;
const FRAME_BYTES = 4_000;
const FRAME_ROWS = 20;

/** Waits without starting a program: many of them would load the machine. */
const WORKING_AGENT = `#!/bin/bash
if [ "$1" = --version ]; then echo 1.2.3; exit; fi
frame=$(<"$HOME/frame")
exec 3<> <(:)
while :; do printf '%s' "$frame"; read -rt 0.1 -u 3; done
`;

/** Writes without end. */
const FLOODING_AGENT = `#!/bin/bash
if [ "$1" = --version ]; then echo 1.2.3; exit; fi
exec flood
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
const API_LIMIT_MS = 60_000;

const KEYBINDINGS = [
  {
    key: 'ctrl+alt+1',
    command: 'agentTerminals.startAgent',
    args: { provider: 'bench', task: 'Flood' },
  },
  { key: 'ctrl+alt+2', command: 'workbench.action.terminal.new' },
  {
    key: 'ctrl+alt+3',
    command: 'agentTerminals.startAgent',
    args: { provider: 'working', task: 'Work' },
  },
];

/**
 * A VS Code with the packaged extension. The command `flood` in its shells writes without end; the
 * providers are `bench`, which leaves its shell, `flooding`, `working`, `changing` and `idle`.
 */
export interface BenchVsCode {
  readonly vscode: UiVsCode;
  /** Its window's API. */
  readonly client: AgentTerminals;
  /** Kills the flood if Ctrl-C has not ended it. */
  readonly stopFlood: () => Promise<void>;
  end(): Promise<void>;
}

/** Returns undefined if no browser or no VS Code is available. */
export async function openBenchVsCode(): Promise<BenchVsCode | undefined> {
  if (!(await canOpen())) {
    return undefined;
  }
  await buildExtension();
  process.env['AGENT_TERMINALS_VSIX'] = await packageExtension(hostTarget());
  const place = await makeUiSandbox(['shop']);
  let opened: UiVsCode | undefined;
  const end = async (): Promise<void> => {
    await opened?.close();
    await place.remove();
  };
  try {
    const settings = await prepare(place);
    const vscode = await UiVsCode.open(place, {
      bare: false,
      settings,
      env: {},
      keybindings: KEYBINDINGS,
    });
    opened = vscode;
    const client = clientOf(place);
    await waitForApi(client);
    return { vscode, client, stopFlood: () => stopFlood(place), end };
  } catch (error) {
    // The first error is the cause.
    await end().catch(() => undefined);
    throw error;
  }
}

function clientOf({ home, folders: [cwd = home] }: UiSandbox): AgentTerminals {
  return new AgentTerminals({ cwd, env: { AGENT_TERMINALS_HOME: join(home, '.agent-terminals') } });
}

/** Resolves once a window answers. */
export function waitForApi(client: AgentTerminals): Promise<void> {
  const canCall = (): Promise<boolean> =>
    client.list().then(
      () => true,
      () => false,
    );
  return waitFor(canCall, { limitMs: API_LIMIT_MS, what: "the window's API" });
}

async function stopFlood({ home }: UiSandbox): Promise<void> {
  const pid = Number(await readFile(join(home, 'flood.pid'), 'utf8'));
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ctrl-C has ended it.
  }
}

async function canOpen(): Promise<boolean> {
  try {
    await resolveChromium();
    await installCodeServer(RELEASES.newest);
    return true;
  } catch {
    return false;
  }
}

/** Installs an agent that ends at once and so leaves its shell, and the command `flood`. Returns settings. */
async function prepare(place: UiSandbox): Promise<Readonly<Record<string, unknown>>> {
  await installNoAgent(place);
  const { home } = place;
  const script = (name: string, text: string): Promise<void> =>
    writeFile(join(home, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  await script('bench-agent', 'echo 1.2.3');
  await script('flood', 'echo $$ >"$HOME/flood.pid"; while :; do cat "$HOME/flood.log"; done');
  await writeFile(join(home, 'flood.log'), colouredLog(FLOOD_BYTES));
  await writeFile(join(home, 'frame'), workingFrame());
  const agents = {
    flooding: FLOODING_AGENT,
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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { installCodeServer, RELEASES } from '../../scripts/lib/vscode/codeServer.mjs';
import { packageExtension } from '../../scripts/lib/bundles/packageExtension.mjs';
import { buildExtension } from '../../scripts/lib/bundles/stageExtension.mjs';
import { hostTarget } from '../../scripts/lib/bundles/targets.mjs';
import { AgentTerminals } from '../../src/client/agentTerminals';
import { makeUiSandbox, type UiSandbox } from '../../test/ui/support/uiSandbox';
import { UiVsCode } from '../../test/ui/support/uiVsCode';
import { waitFor } from '../../test/support/waitFor';
import type { BenchContext } from '../hosts/benchContext';
import type { Measurements } from '../report/row';
import { installAgents } from './benchAgents';

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

/** A VS Code with the packaged extension and the agents of `installAgents`. */
export interface BenchVsCode {
  readonly vscode: UiVsCode;
  /** Its window's API. */
  readonly client: AgentTerminals;
  /** Resolves once its window answers. */
  readonly waitForApi: () => Promise<void>;
  /** Kills the flood if Ctrl-C has not ended it. */
  readonly stopFlood: () => Promise<void>;
  end(): Promise<void>;
}

/** Measures `what` in a new VS Code. Measures nothing if no browser or no VS Code is available. */
export async function withBenchVsCode(
  context: BenchContext,
  what: string,
  measure: (opened: BenchVsCode) => Promise<Measurements>,
): Promise<Measurements> {
  if (!(await canOpenVsCode())) {
    context.skip(what, 'no browser or no VS Code is available');
    return {};
  }
  const opened = await openBenchVsCode();
  try {
    return await measure(opened);
  } finally {
    await opened.end();
  }
}

/** Builds and packages the extension. Returns the path of the package. */
export async function packageOurs(): Promise<string> {
  await buildExtension();
  return packageExtension(hostTarget());
}

async function openBenchVsCode(): Promise<BenchVsCode> {
  process.env['AGENT_TERMINALS_VSIX'] = await packageOurs();
  const place = await makeUiSandbox(['shop']);
  let opened: UiVsCode | undefined;
  const end = async (): Promise<void> => {
    await opened?.close();
    await place.remove();
  };
  try {
    const settings = await installAgents(place);
    const vscode = await UiVsCode.open(place, {
      bare: false,
      settings,
      env: {},
      keybindings: KEYBINDINGS,
    });
    opened = vscode;
    const client = clientOf(place);
    const waitForApi = (): Promise<void> => waitForAnswer(client);
    await waitForApi();
    return { vscode, client, waitForApi, stopFlood: () => stopFlood(place), end };
  } catch (error) {
    // The first error is the cause.
    await end().catch(() => undefined);
    throw error;
  }
}

function clientOf({ home, folders: [cwd = home] }: UiSandbox): AgentTerminals {
  return new AgentTerminals({ cwd, env: { AGENT_TERMINALS_HOME: join(home, '.agent-terminals') } });
}

function waitForAnswer(client: AgentTerminals): Promise<void> {
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

export async function canOpenVsCode(): Promise<boolean> {
  try {
    await resolveChromium();
    await installCodeServer(RELEASES.newest);
    return true;
  } catch {
    return false;
  }
}

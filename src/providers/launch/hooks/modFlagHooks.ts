import { hookEvents, type HookSupport } from '../../model/hookSupport';
import { formatHookRunner } from './formatHookRunner';
import { insertArgs, type HookLaunch, type HookLaunchInput } from './hookLaunch';

type ModFlag = Extract<HookSupport, { kind: 'modFlag' }>;

/** Adds a mod that runs the hooks' command lines to the mods of the person. */
export async function planModFlag(support: ModFlag, input: HookLaunchInput): Promise<HookLaunch> {
  const { commandLine, files } = input;
  const lines = new Map(hookEvents(support).map((event) => [event, commandLine(event)]));
  const path = await files.write('plugin.mjs', formatMod(lines));
  return { args: insertArgs(input, [support.flag, path]), env: {} };
}

/** Only the hook at a session's start has its id; all other events are observed. */
function formatMod(lines: ReadonlyMap<string, string>): string {
  return `${formatHookRunner(lines)}
const describe = ({ sessionId, kind, toolName, error, result }) => ({
  sessionId,
  kind,
  toolName,
  error: error?.message,
  stopReason: result?.stopReason,
});

export default function agentTerminals(cmd) {
  for (const event of lines.keys()) {
    const listener = (payload) => report(event, describe(payload));
    if (event === 'onSessionStart') {
      cmd.hooks({ onSessionStart: listener });
    } else {
      cmd.on(event, listener);
    }
  }
}
`;
}

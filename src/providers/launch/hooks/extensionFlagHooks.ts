import { hookEvents, type HookSupport } from '../../model/hookSupport';
import { formatHookRunner } from './formatHookRunner';
import { insertArgs, type HookLaunch, type HookLaunchInput, type NoHooks } from './hookLaunch';

type ExtensionFlag = Extract<HookSupport, { kind: 'extensionFlag' }>;

/** Tested with Pi 0.74.2: it replaces them in the path by a space, and ends without the file. */
const REPLACED_SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;

/** Adds an extension that runs the hooks' command lines to the extensions of the person. */
export async function planExtensionFlag(
  support: ExtensionFlag,
  input: HookLaunchInput,
): Promise<HookLaunch | NoHooks> {
  const { commandLine, files } = input;
  const lines = new Map(hookEvents(support).map((event) => [event, commandLine(event)]));
  const path = await files.write('plugin.mjs', formatExtension(lines));
  if (REPLACED_SPACE.test(path)) {
    return { reason: `it cannot load ${path}, which has a space of another kind` };
  }
  return { args: insertArgs(input, [support.flag, path]), env: {} };
}

/** An error here must not appear among the messages of the CLI. */
function formatExtension(lines: ReadonlyMap<string, string>): string {
  return `${formatHookRunner(lines)}
const describe = ({ messages = [] }, { sessionManager }) => ({
  sessionId: sessionManager.getSessionId(),
  stopReason: messages.findLast(({ role }) => role === 'assistant')?.stopReason,
});

export default function agentTerminals(pi) {
  for (const event of lines.keys()) {
    pi.on(event, (payload, context) => {
      try {
        report(event, describe(payload, context));
      } catch {}
    });
  }
}
`;
}

import { installClaudeCode } from '../scripts/lib/claudeCode.mjs';
import { prepareClaudeHome } from '../scripts/lib/claudeHome.mjs';
import { findCodex } from '../scripts/lib/codex.mjs';
import { prepareCodexHome } from '../scripts/lib/codexHome.mjs';
import { MessagesStandIn } from '../scripts/lib/messagesStandIn.mjs';
import { ResponsesStandIn } from '../scripts/lib/responsesStandIn.mjs';

/** A real CLI that can be asked, before a stand-in for its model. */
export interface AskedCli {
  readonly name: string;
  readonly providerId: string;
  /** Its program's path. @throws {Error} with a message that says why there is none */
  readonly find: () => Promise<string>;
  readonly createStandIn: () => {
    /** Gives the base URL. */
    start(): Promise<string>;
    end(): Promise<void>;
  };
  /** Makes its directory, in which it asks nothing, and gives the environment that names it. */
  readonly prepare: typeof prepareClaudeHome;
}

export const ASKED_CLIS: readonly AskedCli[] = [
  {
    name: 'Claude Code',
    providerId: 'claude',
    find: async () => (await installClaudeCode()).executable,
    createStandIn: () => new MessagesStandIn(),
    prepare: prepareClaudeHome,
  },
  {
    name: 'Codex',
    providerId: 'codex',
    find: requireCodex,
    createStandIn: () => new ResponsesStandIn(),
    prepare: prepareCodexHome,
  },
];

function requireCodex(): Promise<string> {
  const path = findCodex();
  return path === undefined
    ? Promise.reject(new Error(`it is not there for ${process.platform} ${process.arch}`))
    : Promise.resolve(path);
}

import { installClaudeCode } from '../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../scripts/lib/agents/claudeHome.mjs';
import { findCodex } from '../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../scripts/lib/agents/codexHome.mjs';
import { installPi } from '../../scripts/lib/agents/pi.mjs';
import { preparePiHome } from '../../scripts/lib/agents/piHome.mjs';
import { MessagesStandIn } from '../../scripts/lib/agents/messagesStandIn.mjs';
import { ResponsesStandIn } from '../../scripts/lib/agents/responsesStandIn.mjs';
import type { AskEnd } from '../../src/driver/driver';

/** A real CLI that can be asked, before a stand-in for its model. */
export interface AskedCli {
  readonly name: string;
  readonly providerId: string;
  /** What tells a window the end of its answers. */
  readonly endedBy: Extract<AskEnd, 'program' | 'transcript'>;
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
    endedBy: 'program',
    find: async () => (await installClaudeCode()).executable,
    createStandIn: () => new MessagesStandIn(),
    prepare: prepareClaudeHome,
  },
  {
    name: 'Codex',
    providerId: 'codex',
    endedBy: 'program',
    find: requireCodex,
    createStandIn: () => new ResponsesStandIn(),
    prepare: prepareCodexHome,
  },
  {
    name: 'Pi',
    providerId: 'pi',
    endedBy: 'transcript',
    find: installPi,
    createStandIn: () => new MessagesStandIn(),
    prepare: preparePiHome,
  },
];

function requireCodex(): Promise<string> {
  const path = findCodex();
  return path === undefined
    ? Promise.reject(new Error(`it is not there for ${process.platform} ${process.arch}`))
    : Promise.resolve(path);
}

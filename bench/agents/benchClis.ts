import { installClaudeCode } from '../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../scripts/lib/agents/claudeHome.mjs';
import { findCodex } from '../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../scripts/lib/agents/codexHome.mjs';
import { installPi } from '../../scripts/lib/agents/pi.mjs';
import { preparePiHome } from '../../scripts/lib/agents/piHome.mjs';
import { MessagesStandIn } from '../../scripts/lib/agents/messagesStandIn.mjs';
import { ResponsesStandIn } from '../../scripts/lib/agents/responsesStandIn.mjs';
import type { AskEnd } from '../../src/driver/driver';

/** A real agent CLI that is connected to a stand-in for its model. */
export interface BenchCli {
  readonly name: string;
  readonly providerId: string;
  /** The source by which a window detects the end of an answer. */
  readonly endedBy: Extract<AskEnd, 'program' | 'hook'>;
  /** Before the prompt, in its non-interactive mode. */
  readonly askArgs: readonly string[];
  /** Resolves to the path of its program. @throws {Error} with the reason, if it is not available */
  readonly resolvePath: () => Promise<string>;
  readonly createStandIn: () => {
    /** Resolves to the base URL. */
    start(): Promise<string>;
    end(): Promise<void>;
  };
  /** Creates a configuration directory with which the CLI shows no dialogs. Resolves to its environment. */
  readonly prepare: typeof prepareClaudeHome;
}

export const BENCH_CLIS: readonly BenchCli[] = [
  {
    name: 'Claude Code',
    providerId: 'claude',
    askArgs: ['-p'],
    endedBy: 'program',
    resolvePath: async () => (await installClaudeCode()).executable,
    createStandIn: () => new MessagesStandIn(),
    prepare: prepareClaudeHome,
  },
  {
    name: 'Codex',
    providerId: 'codex',
    askArgs: ['exec', '--skip-git-repo-check'],
    endedBy: 'program',
    resolvePath: requireCodex,
    createStandIn: () => new ResponsesStandIn(),
    prepare: prepareCodexHome,
  },
  {
    name: 'Pi',
    providerId: 'pi',
    askArgs: ['-p'],
    endedBy: 'hook',
    resolvePath: installPi,
    createStandIn: () => new MessagesStandIn(),
    prepare: preparePiHome,
  },
];

function requireCodex(): Promise<string> {
  const path = findCodex();
  return path === undefined
    ? Promise.reject(new Error(`it is not available for ${process.platform} ${process.arch}`))
    : Promise.resolve(path);
}

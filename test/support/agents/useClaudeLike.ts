import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import type { AgentOptions, RestartOptions } from '../../../src/agents/startRequests';
import { CLAUDE_LIKE } from './claudeLike';
import type { Seen, useCore } from './useCore';

/** Uses the CLI that stores conversations as Claude Code does as the provider `claude`. */
export function useClaudeLike(fixture: ReturnType<typeof useCore>) {
  beforeEach(() => {
    const cli = join(fixture.home, 'claude-like');
    writeFileSync(cli, CLAUDE_LIKE, { mode: 0o755 });
    fixture.set({ providers: { claude: { cli } } });
  });

  /** Launches, waits until the agent prints how it began, then types `line`. */
  async function run(prepared: PreparedStart, begins: string, line: string): Promise<Seen> {
    await prepared.launch();
    const seen = await fixture.watch(prepared.sessionId);
    await fixture.untilShown(seen, `began by ${begins}`);
    fixture.core.sessions.find(prepared.sessionId)?.write(`${line}\r`);
    await fixture.untilShown(seen, line === 'recall' ? 'recalls:' : `heard ${line}`);
    return seen;
  }

  return {
    start: (conversation: 'auto' | 'chat' = 'auto', options: AgentOptions = {}) =>
      fixture.prepare({ providerId: 'claude', conversation, options }),
    restart: ({ sessionId }: PreparedStart, options: RestartOptions = {}) =>
      fixture.core.launcher.prepareRestart(sessionId, options),
    run,
  };
}

import { join } from 'node:path';
import { installClaudeCode } from '../../scripts/lib/claudeCode.mjs';
import { prepareClaudeHome } from '../../scripts/lib/claudeHome.mjs';
import { findCodex } from '../../scripts/lib/codex.mjs';
import { prepareCodexHome } from '../../scripts/lib/codexHome.mjs';
import { MessagesStandIn } from '../../scripts/lib/messagesStandIn.mjs';
import { ResponsesStandIn } from '../../scripts/lib/responsesStandIn.mjs';
import type { useCore } from './useCore';

type Fixture = ReturnType<typeof useCore>;

/** A real CLI before a stand-in for its model, which asks for nothing but what a prompt says. */
export interface DrivenCli {
  readonly providerId: string;
  /** Gives the fixture a home for it, and settings. */
  setUp(fixture: Fixture): Promise<void>;
  tearDown(): Promise<void>;
}

export class DrivenClaude implements DrivenCli {
  readonly providerId = 'claude';
  private standIn = new MessagesStandIn();

  async setUp(fixture: Fixture): Promise<void> {
    const { executable: cli } = await installClaudeCode();
    this.standIn = new MessagesStandIn();
    const baseUrl = await this.standIn.start();
    const home = join(fixture.home, '.claude');
    const trustedFolders = [fixture.folder];
    Object.assign(fixture.env, await prepareClaudeHome(home, { baseUrl, trustedFolders }));
    const defaultArgs = ['--permission-mode', 'manual', '--allowedTools', 'Bash(echo *)'];
    fixture.set({ providers: { claude: { cli, defaultArgs } } });
  }

  tearDown(): Promise<void> {
    return this.standIn.end();
  }
}

export class DrivenCodex implements DrivenCli {
  readonly providerId = 'codex';
  private standIn = new ResponsesStandIn();

  async setUp(fixture: Fixture): Promise<void> {
    const cli = findCodex();
    this.standIn = new ResponsesStandIn();
    const baseUrl = await this.standIn.start();
    const home = join(fixture.home, '.codex');
    const trustedFolders = [fixture.folder];
    Object.assign(fixture.env, await prepareCodexHome(home, { baseUrl, trustedFolders }));
    fixture.set({ providers: { codex: { cli } } });
  }

  tearDown(): Promise<void> {
    return this.standIn.end();
  }
}

/** Those that this machine has. */
export const DRIVEN_CLIS: readonly (new () => DrivenCli)[] = [
  DrivenClaude,
  ...(findCodex() === undefined ? [] : [DrivenCodex]),
];

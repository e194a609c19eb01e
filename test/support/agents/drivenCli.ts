import { join } from 'node:path';
import { installClaudeCode } from '../../../scripts/lib/agents/claudeCode.mjs';
import { prepareClaudeHome } from '../../../scripts/lib/agents/claudeHome.mjs';
import { findCodex } from '../../../scripts/lib/agents/codex.mjs';
import { prepareCodexHome } from '../../../scripts/lib/agents/codexHome.mjs';
import { MessagesStandIn } from '../../../scripts/lib/agents/messagesStandIn.mjs';
import { installPi } from '../../../scripts/lib/agents/pi.mjs';
import { preparePiHome } from '../../../scripts/lib/agents/piHome.mjs';
import { ResponsesStandIn } from '../../../scripts/lib/agents/responsesStandIn.mjs';
import type { AskEnd } from '../../../src/driver/driver';
import type { useCore } from './useCore';

type Fixture = ReturnType<typeof useCore>;

/** The behaviour in which CLIs differ. */
interface Habits {
  /** The source that reports the end of its answers. */
  readonly endedBy: AskEnd;
  /** Whether it asks for permission before it writes. */
  readonly needsPermission: boolean;
  /** Whether its screen distinguishes the output of tools from its own text. */
  readonly marksTools: boolean;
  /** Whether it keeps the text of a prompt that it refuses in its input. */
  readonly keepsRefused: boolean;
  /** The unit by which a shown answer grows. */
  readonly growsBy: 'line' | 'word';
}

/** Whether the CLI already trusts the fixture's folder. */
type InitialTrust = 'trusted folder' | 'no folder';

/** A real CLI with a stand-in for its model, which requests only what a prompt contains. */
export interface DrivenCli {
  readonly providerId: string;
  readonly habits: Habits;
  /** Prepares its home and settings in the fixture; it trusts the fixture's folder by default. */
  setUp(fixture: Fixture, trust?: InitialTrust): Promise<void>;
  /** Sends the rest of each current answer of the model at once. */
  finishAnswers(): void;
  tearDown(): Promise<void>;
}

export class DrivenClaude implements DrivenCli {
  readonly providerId = 'claude';
  readonly habits: Habits = {
    endedBy: 'program',
    needsPermission: true,
    marksTools: true,
    keepsRefused: false,
    growsBy: 'line',
  };
  private standIn = new MessagesStandIn();

  async setUp(fixture: Fixture, trust?: InitialTrust): Promise<void> {
    const { executable: cli } = await installClaudeCode();
    this.standIn = new MessagesStandIn();
    const baseUrl = await this.standIn.start();
    const home = join(fixture.home, '.claude');
    const trustedFolders = trust === 'no folder' ? [] : [fixture.folder];
    Object.assign(fixture.env, await prepareClaudeHome(home, { baseUrl, trustedFolders }));
    const defaultArgs = ['--permission-mode', 'manual', '--allowedTools', 'Bash(echo *)'];
    fixture.set({ providers: { claude: { cli, defaultArgs } } });
  }

  finishAnswers(): void {
    this.standIn.finishAnswers();
  }

  tearDown(): Promise<void> {
    return this.standIn.end();
  }
}

class DrivenCodex implements DrivenCli {
  readonly providerId = 'codex';
  readonly habits: Habits = {
    endedBy: 'program',
    needsPermission: true,
    marksTools: true,
    keepsRefused: true,
    growsBy: 'word',
  };
  private standIn = new ResponsesStandIn();

  async setUp(fixture: Fixture, trust?: InitialTrust): Promise<void> {
    const cli = findCodex();
    this.standIn = new ResponsesStandIn();
    const baseUrl = await this.standIn.start();
    const home = join(fixture.home, '.codex');
    const trustedFolders = trust === 'no folder' ? [] : [fixture.folder];
    Object.assign(fixture.env, await prepareCodexHome(home, { baseUrl, trustedFolders }));
    fixture.set({ providers: { codex: { cli } } });
  }

  finishAnswers(): void {
    this.standIn.finishAnswers();
  }

  tearDown(): Promise<void> {
    return this.standIn.end();
  }
}

/** It reports by hooks only. */
export class DrivenPi implements DrivenCli {
  readonly providerId = 'pi';
  readonly habits: Habits = {
    endedBy: 'hook',
    needsPermission: false,
    marksTools: false,
    keepsRefused: false,
    growsBy: 'word',
  };
  private standIn = new MessagesStandIn();

  async setUp(fixture: Fixture): Promise<void> {
    const cli = await installPi();
    this.standIn = new MessagesStandIn();
    const baseUrl = await this.standIn.start();
    Object.assign(fixture.env, await preparePiHome(join(fixture.home, '.pi'), { baseUrl }));
    fixture.set({ providers: { pi: { cli } } });
  }

  finishAnswers(): void {
    this.standIn.finishAnswers();
  }

  tearDown(): Promise<void> {
    return this.standIn.end();
  }
}

/** The CLIs that this machine has, the one that starts fastest last; {@link DrivenPi} runs everywhere. */
export const DRIVEN_CLIS: readonly (new () => DrivenCli)[] = [
  DrivenClaude,
  ...(findCodex() === undefined ? [] : [DrivenCodex]),
];

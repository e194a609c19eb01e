import type { ScreenWorkerMode } from '../pty/spawnMode';
import type { AgentSettings } from '../agents/start/agentSettings';

/** What a message can be about; a message about several sessions names them in this order. */
export const MESSAGE_KINDS = ['needsYou', 'died', 'failed', 'limited', 'done'] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** How tasks are sorted; `need`: by what the person has to do about them. */
export const TASK_ORDERS = ['newest', 'name', 'need'] as const;

export type TaskOrder = (typeof TASK_ORDERS)[number];

type MessageTime = 'never' | 'whenUnfocused' | 'always';

/** `when` defaults to `whenUnfocused`, and every switch to true. */
interface MessageSwitches extends Partial<Readonly<Record<MessageKind, boolean>>> {
  readonly when?: MessageTime;
}

/** A value in the settings that could not be used. */
export interface SettingProblem {
  /** Below `agentTerminals.`: `maxSessions`, `providers.my-agent.env.PORT`. */
  readonly key: string;
  readonly was: unknown;
  /** The expected value, in words: 'a whole number from 1 to 1024'. */
  readonly expected: string;
  /** The value used instead; undefined if the setting is ignored. */
  readonly used: unknown;
}

/** The settings: complete, checked and frozen. The defaults are those of package.json. */
export interface Settings extends AgentSettings {
  readonly defaultProvider: string;
  readonly location: 'editor' | 'panel' | 'beside';
  readonly onTerminalClose: 'detach' | 'kill';
  /** What happens at startup to the sessions that the last window left open. */
  readonly restoreOnStartup: 'resume' | 'list' | 'off';
  readonly taskOrder: TaskOrder;
  readonly maxSessions: number;
  readonly exitedRetentionSeconds: number;
  /** Whether the session host writes the last screens of its sessions to disk. */
  readonly keepScreensOnDisk: boolean;
  /** Whether the output of floods is parsed in a worker thread. */
  readonly screenWorker: ScreenWorkerMode;
  /** When messages about agents are shown, and about what; a word alone leaves every switch on. */
  readonly notifications: MessageTime | MessageSwitches;
}

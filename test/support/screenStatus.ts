import { Emitter } from '../../src/base/event';
import { BUILT_IN_PROVIDERS } from '../../src/providers/builtInProviders';
import type { SessionService } from '../../src/pty/sessionService';
import type { Activity, Signal } from '../../src/status/activity';
import { readScreen } from '../../src/status/readScreen';
import type { StatusExplanation, StatusService } from '../../src/status/statusService';

const UNKNOWN: Activity = {
  state: { kind: 'unknown' },
  source: undefined,
  ruleId: undefined,
  reason: 'nobody has looked',
  since: 0,
};

/** What agents of one provider do by their screens alone, each time somebody looks. */
export class ScreenStatus implements StatusService {
  private readonly didChange = new Emitter<string>();
  private readonly activities = new Map<string, Activity>();
  readonly onDidChange = this.didChange.event;

  constructor(
    private readonly sessions: Pick<SessionService, 'screen'>,
    private readonly providerId: string,
  ) {}

  get(ptyId: string): Activity {
    return this.activities.get(ptyId) ?? UNKNOWN;
  }

  /** As if it had been told before. */
  pretend(ptyId: string, activity: Activity): void {
    this.activities.set(ptyId, activity);
  }

  markSeen(): void {}

  /** What the screen shows now, which is not told to who asks for the activity. */
  async explain(ptyId: string): Promise<StatusExplanation> {
    const rules = BUILT_IN_PROVIDERS.find(({ id }) => id === this.providerId)?.status.screen.rules;
    const screen = await this.sessions.screen(ptyId);
    const reading = readScreen(rules ?? [], screen);
    const at = Date.now();
    const signals: readonly Signal[] =
      reading && reading !== 'skip'
        ? [{ ...reading, source: 'screen', reason: `it shows ${reading.seen}`, at }]
        : [];
    const activity = this.get(ptyId);
    const words = { overruled: [], rules: this.providerId, ruleProblems: [] };
    return { activity, signals, screen: screen.rows, ...words };
  }

  /** Looks, and tells. */
  async look(ptyId: string): Promise<Activity> {
    const { signals } = await this.explain(ptyId);
    const [signal] = signals;
    const activity: Activity = signal ? { ...signal, since: signal.at } : UNKNOWN;
    const before = this.get(ptyId);
    if (JSON.stringify(before.state) !== JSON.stringify(activity.state)) {
      this.activities.set(ptyId, activity);
      this.didChange.fire(ptyId);
    }
    return this.get(ptyId);
  }
}

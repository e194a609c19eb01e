import { SessionError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import type { Activity, ActivityState, NeedsInput, Signal } from '../../../src/status/activity';
import { readLinePrompt } from '../../../src/status/screens/linePrompt';
import { isCovered, readScreen } from '../../../src/status/screens/readScreen';
import type { ReadableScreen } from '../../../src/status/screens/screenParts';
import type { StatusExplanation, StatusService } from '../../../src/status/statusService';

/** Statuses of agents that the test sets, directly or by a screen. */
export class FakeAgentStatus implements StatusService {
  private readonly didChange = new Emitter<string>();
  private readonly activities = new Map<string, Activity>();
  readonly onDidChange = this.didChange.event;
  /** The screens of the sessions. */
  readonly screens = new Map<string, ReadableScreen>();
  /** The number of the last output of all sessions. */
  output = 0;
  /** The provider whose rules read the screens. */
  provider = 'claude';
  /** Whether agents at rest have worked before. */
  hasWorked = false;
  /** Whether `explain` ignores the dialogs on the screens. */
  hidesDialogs = false;
  /** Whether rules can recognise the input. */
  hasRules = true;
  /** Whether the rules recognise nothing on a screen. */
  unrecognised: (screen: ReadableScreen) => boolean = () => false;
  /** Each change has a later time than the previous one. */
  private now = 0;

  set(id: string, state: ActivityState, change: Partial<Activity> = {}): void {
    const since = ++this.now;
    const defaults = { source: 'program', ruleId: 'said', reason: 'it said so', since } as const;
    this.activities.set(id, { ...defaults, state, ...change });
    this.didChange.fire(id);
  }

  /** Sets the screen of a session, and the status that is read from it. */
  show(id: string, screen: ReadableScreen): void {
    this.screens.set(id, screen);
    const signal = this.read(id);
    if (signal) {
      const { state, ruleId } = signal;
      this.set(id, state, { source: 'screen', ruleId });
    }
  }

  get(id: string): Activity {
    const nothing = { source: undefined, ruleId: undefined, reason: 'nobody said', since: 0 };
    return this.activities.get(id) ?? { ...nothing, state: { kind: 'unknown' } };
  }

  markSeen(): void {}

  mayLackInput(): boolean {
    return !this.hasWorked;
  }

  async showsInput(id: string): Promise<boolean> {
    const { signals } = await this.explain(id);
    return signals.some(({ state }) => state.kind !== 'needsInput');
  }

  dialogOn(_id: string, screen: ReadableScreen): NeedsInput | undefined {
    const rules = this.rules.filter(({ shows }) => !isCovered(shows));
    const reading = readScreen(rules, screen) ?? readLinePrompt(screen);
    const state = typeof reading === 'object' ? reading.state : undefined;
    return state?.kind === 'needsInput' ? state : undefined;
  }

  knowsInput(): boolean {
    return this.hasRules;
  }

  isUnrecognised(_id: string, screen: ReadableScreen): boolean {
    return this.unrecognised(screen);
  }

  explain(id: string): Promise<StatusExplanation> {
    const screen = this.screens.get(id);
    if (!screen) {
      return Promise.reject(new SessionError('SESSION_NOT_FOUND', `There is no session ${id}.`));
    }
    const shown = this.read(id);
    const isHidden = this.hidesDialogs && shown?.state.kind === 'needsInput';
    const signal = isHidden ? undefined : shown;
    return Promise.resolve({
      activity: this.get(id),
      signals: signal ? [signal] : [],
      overruled: [],
      screen: screen.rows,
      output: this.output,
      matchesScreen: signal !== undefined,
      rules: `${this.provider} 1`,
      ruleProblems: [],
      notices: [],
    });
  }

  private get rules() {
    return BUILT_IN_PROVIDERS.find((one) => one.id === this.provider)?.status.screen.rules ?? [];
  }

  private read(id: string): Signal | undefined {
    const screen = this.screens.get(id);
    const reading = screen && readScreen(this.rules, screen);
    if (typeof reading !== 'object') {
      return undefined;
    }
    const { state, ruleId, seen } = reading;
    return { source: 'screen', state, ruleId, reason: `it shows ${seen}`, at: this.now };
  }
}

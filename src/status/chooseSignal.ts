import {
  SIGNAL_SOURCES,
  type Signal,
  type SignalSource,
  classOf,
  type StateClass,
} from './activity';

/** What a screen shows that no rule recognises. */
export interface UnreadScreen {
  /** Its last rows on one line; undefined if it is empty. */
  readonly words: string | undefined;
  readonly at: number;
}

/** The signals of all sources, and when the screen last confirmed its own. */
export interface StatusSignals {
  /** At most one signal of each source. */
  readonly signals: readonly Signal[];
  /** When the screen was last seen to show what its signal reports. */
  readonly screenSeenAt: number;
  /** When the person last typed in the session. */
  readonly lastInputAt: number | null;
  readonly now: number;
}

interface Choice {
  readonly signal: Signal | undefined;
  /** When the choice may change even if no new signal arrives. */
  readonly recheckAt: number | undefined;
  /** A clause for each source that contradicts the chosen one. */
  readonly overruled: readonly string[];
}

type OverrideDelays = Readonly<Record<Exclude<StateClass, 'unknown'>, number>>;

/** Sources that are wrong only because of a fault: the program's report and its status file. */
const LONG: OverrideDelays = { needsInput: 1000, working: 3000, rest: 10_000 };
/**
 * Sources that may miss an event, as hooks miss each Esc, or that report before the screen is
 * drawn.
 */
const SHORT: OverrideDelays = { needsInput: 300, working: 500, rest: 2000 };

/**
 * How long a weaker source must contradict a stronger one before it overrides that, in milliseconds
 * since the stronger one last reported; by what the weaker one reports.
 */
const OVERRIDE_DELAY_MS = {
  program: LONG,
  statusFile: LONG,
  hook: SHORT,
  title: SHORT,
  progress: SHORT,
  screen: SHORT,
  process: LONG,
} as const satisfies Record<SignalSource, OverrideDelays>;

/** Hooks started by the agent may still report this long after its end. */
const LATE_MS = 1000;

const NAMES = {
  program: 'its own report',
  statusFile: 'its status file',
  hook: 'its hook',
  title: 'its title',
  progress: 'its progress',
  screen: 'its screen',
  process: 'its process',
} as const satisfies Record<SignalSource, string>;

/**
 * Returns the strongest signal, unless a weaker one has contradicted it for longer than its
 * override delay.
 */
export function chooseSignal(known: StatusSignals): Choice {
  const [strongest, ...others] = withoutEndedProcess(known.signals).sort(byStrength);
  if (!strongest) {
    return { signal: undefined, recheckAt: undefined, overruled: [] };
  }
  let chosen = strongest;
  let recheckAt: number | undefined;
  for (const weaker of others) {
    const dueAt = overridesFrom(chosen, weaker, known);
    if (dueAt !== undefined && dueAt <= currentUntil(weaker, known)) {
      chosen = weaker;
      recheckAt = undefined;
    } else if (dueAt !== undefined) {
      recheckAt = Math.min(dueAt, recheckAt ?? dueAt);
    }
  }
  return { signal: chosen, recheckAt, overruled: formatOverruled(chosen, known.signals) };
}

/**
 * After the end of a process only the process counts, until a newer signal shows that another one
 * runs. A screen is no such signal: it may show what the ended program left.
 */
function withoutEndedProcess(signals: readonly Signal[]): Signal[] {
  const end = signals.find(({ source }) => source === 'process');
  if (!end) {
    return [...signals];
  }
  const newer = signals.filter((signal) => signal.at >= end.at + LATE_MS);
  return newer.some(({ source }) => source !== 'screen') ? newer : [end];
}

function byStrength(one: Signal, other: Signal): number {
  return SIGNAL_SOURCES.indexOf(one.source) - SIGNAL_SOURCES.indexOf(other.source);
}

/**
 * When `weaker` overrides the stronger `chosen`; undefined if never: it reports the same, is older, or
 * proves too little. A screen is read repeatedly, so it is as new as its last reading.
 */
function overridesFrom(
  chosen: Signal,
  weaker: Signal,
  { screenSeenAt, lastInputAt }: StatusSignals,
): number | undefined {
  const weakerClass = classOf(weaker.state);
  const contradicts = weakerClass !== 'unknown' && weakerClass !== classOf(chosen.state);
  const isLater = weaker.source === 'screen' ? screenSeenAt >= chosen.at : weaker.at > chosen.at;
  return contradicts && isLater && isProof(weaker, chosen, lastInputAt)
    ? Math.max(weaker.at, chosen.at) + OVERRIDE_DELAY_MS[chosen.source][weakerClass]
    : undefined;
}

/** Whether a signal can contradict the stronger `chosen`, by `ScreenRule.only`. */
function isProof(weaker: Signal, chosen: Signal, lastInputAt: number | null): boolean {
  switch (weaker.only) {
    case 'input':
      return (
        classOf(chosen.state) !== 'working' ||
        !['program', 'statusFile', 'hook'].includes(chosen.source) ||
        (lastInputAt ?? -Infinity) >= chosen.at
      );
    case 'background':
      return chosen.source !== 'program' && !['limited', 'failed'].includes(chosen.state.kind);
    case 'turn':
    case undefined:
      return true;
  }
}

/**
 * Until when a signal is current. Signals of sources other than the screen stay current
 * until replaced.
 */
function currentUntil({ source }: Signal, { screenSeenAt, now }: StatusSignals): number {
  return source === 'screen' ? screenSeenAt : now;
}

function formatOverruled(chosen: Signal, signals: readonly Signal[]): readonly string[] {
  const chosenName = NAMES[chosen.source];
  return signals
    .filter(({ state }) => classOf(state) !== classOf(chosen.state))
    .sort(byStrength)
    .map((signal) => {
      const why =
        byStrength(signal, chosen) < 0
          ? `${chosenName} has reported otherwise since`
          : `${chosenName} has priority`;
      return `${NAMES[signal.source]} reports ${signal.state.kind} (${signal.reason}), but ${why}`;
    });
}

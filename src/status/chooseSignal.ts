import { SIGNAL_SOURCES, type Signal, type SignalSource } from './activity';
import { classOf, type StateClass } from './stateClass';

/** What each source says now, and how sure it is that the screen still does. */
export interface StatusSignals {
  /** At most one of each source. */
  readonly signals: readonly Signal[];
  /** When the screen was last seen to show what its signal says. */
  readonly screenSeenAt: number;
  readonly now: number;
}

export interface Choice {
  readonly signal: Signal | undefined;
  /** When the choice may become another one though nobody says anything new. */
  readonly recheckAt: number | undefined;
  /** A clause for each source that contradicts the one that was chosen. */
  readonly overruled: readonly string[];
}

type OverrideDelays = Readonly<Record<Exclude<StateClass, 'unknown'>, number>>;

/** A program that reports, and its file, are right but for a fault of theirs. */
const LONG: OverrideDelays = { needsInput: 1000, working: 3000, rest: 10_000 };
/** An event is missed, as with each Esc, or comes before the screen is drawn. */
const SHORT: OverrideDelays = { needsInput: 300, working: 500, rest: 2000 };

/**
 * How long a weaker source has to contradict a stronger one, in milliseconds since the latter
 * last said anything, until it is believed; by what it says.
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

/** So long after an agent's end the hooks that it has run may still report. */
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

/** The strongest source, unless a weaker one has contradicted it for longer than is its due. */
export function chooseSignal(known: StatusSignals): Choice {
  const [strongest, ...others] = ofTheLiving(known.signals).sort(byStrength);
  if (!strongest) {
    return { signal: undefined, recheckAt: undefined, overruled: [] };
  }
  let chosen = strongest;
  let recheckAt: number | undefined;
  for (const witness of others) {
    const dueAt = believedFrom(chosen, witness, known);
    if (dueAt !== undefined && dueAt <= heardUntil(witness, known)) {
      chosen = witness;
      recheckAt = undefined;
    } else if (dueAt !== undefined) {
      recheckAt = Math.min(dueAt, recheckAt ?? dueAt);
    }
  }
  return { signal: chosen, recheckAt, overruled: formatOverruled(chosen, known.signals) };
}

/**
 * What is said of a process that has ended counts alone, until something newer than its end tells
 * of another one; a screen does not: it may be what the dead one left.
 */
function ofTheLiving(signals: readonly Signal[]): Signal[] {
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
 * From when on `witness` is believed before the stronger `chosen`; undefined if never: it says the
 * same, or spoke before the other did. A screen is looked at again and again, so it never did.
 */
function believedFrom(
  chosen: Signal,
  witness: Signal,
  { screenSeenAt }: StatusSignals,
): number | undefined {
  const says = classOf(witness.state);
  const contradicts = says !== 'unknown' && says !== classOf(chosen.state);
  const spokeAfter =
    witness.source === 'screen' ? screenSeenAt >= chosen.at : witness.at > chosen.at;
  return contradicts && spokeAfter
    ? Math.max(witness.at, chosen.at) + OVERRIDE_DELAY_MS[chosen.source][says]
    : undefined;
}

/** Until when it is known to say so: what others than the screen say holds until they say otherwise. */
function heardUntil({ source }: Signal, { screenSeenAt, now }: StatusSignals): number {
  return source === 'screen' ? screenSeenAt : now;
}

function formatOverruled(chosen: Signal, signals: readonly Signal[]): readonly string[] {
  const believed = NAMES[chosen.source];
  return signals
    .filter(({ state }) => classOf(state) !== classOf(chosen.state))
    .sort(byStrength)
    .map((signal) => {
      const why =
        byStrength(signal, chosen) < 0
          ? `${believed} has reported otherwise since`
          : `${believed} has priority`;
      return `${NAMES[signal.source]} says ${signal.state.kind} (${signal.reason}), but ${why}`;
    });
}

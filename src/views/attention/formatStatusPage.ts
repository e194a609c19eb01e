import type { ActivityState, Signal } from '../../status/activity';
import type { StatusExplanation } from '../../status/statusService';
import { formatReason, presentActivity } from '../tree/activityPresentation';
import { formatAge } from './formatAge';
import { toVisibleText } from '../dialogs/visibleText';

export interface StatusPageContext {
  /** What the session is called. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A page for a person to read that says what an agent does, and why we think so. */
export function formatStatusPage(
  explanation: StatusExplanation,
  { name, now }: StatusPageContext,
): string {
  const { activity, signals, overruled, remarks, ruleProblems, rules, screen } = explanation;
  const { source, ruleId } = activity;
  const decided = source === undefined ? 'nobody' : `${source}, rule ${ruleId ?? 'unnamed'}`;
  return [
    `Status of ${toVisibleText(name)}: ${describeState(activity.state)}`,
    '',
    `Since:      ${new Date(activity.since).toISOString()} (${formatAge(now - activity.since)})`,
    `Because:    ${formatReason(activity.reason)}`,
    `Decided by: ${toVisibleText(decided)}`,
    `Rules:      ${rules}`,
    ...describeQuestion(activity.state),
    ...section('What each source reports, strongest first', signals.map(describeSignal(now))),
    ...section('Not believed', overruled.map(toVisibleText)),
    ...section('How the session runs', remarks.map(toVisibleText)),
    ...section('Problems of your own rules (agentTerminals.statusRules)', ruleProblems),
    ...section('The screen', screen.map(toScreenRow)),
    '',
    'Is it wrong? Agents: Copy Screen as Test Case copies this screen in the form that the tests read.',
    '',
  ].join('\n');
}

function describeState(state: ActivityState): string {
  return presentActivity(state)?.words ?? 'unknown';
}

/** The whole of it: rows show it cut. */
function describeQuestion(state: ActivityState): readonly string[] {
  const isShown = state.kind === 'needsInput' && state.question !== undefined;
  return isShown ? [`Question:   ${toVisibleText(state.question)}`] : [];
}

function describeSignal(now: number): (signal: Signal) => string {
  return ({ source, state, ruleId, reason, at }) =>
    [
      `${source}: ${describeState(state)}`,
      formatReason(reason),
      `rule ${toVisibleText(ruleId)}`,
      formatAge(now - at),
    ].join(' · ');
}

/** Nothing where it has no lines. */
function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, '', ...lines.map((line) => `    ${line}`.trimEnd())];
}

/** Boxes and blanks stay, for the eye to know the screen again. */
function toScreenRow(row: string): string {
  return toVisibleText(row.replaceAll('\u00a0', ' '));
}

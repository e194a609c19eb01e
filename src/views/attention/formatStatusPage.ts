import { requestOf, type ActivityState, type Signal } from '../../status/activity';
import type { StatusExplanation } from '../../status/statusService';
import { formatReason, presentActivity } from '../tree/activityPresentation';
import { formatRefusal, formatRequest } from '../dialogs/shownText';
import { formatAge } from './formatAge';
import { toVisibleText } from '../../base/text/visibleText';

interface StatusPageContext {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function formatStatusPage(
  explanation: StatusExplanation,
  { name, now }: StatusPageContext,
): string {
  const { activity, signals, overruled, notices, ruleProblems, rules, screen } = explanation;
  const { source, ruleId } = activity;
  const decided = source === undefined ? 'no source' : `${source}, rule ${ruleId ?? 'unnamed'}`;
  return [
    `Status of ${toVisibleText(name)}: ${describeState(activity.state)}`,
    '',
    `Since:      ${new Date(activity.since).toISOString()} (${formatAge(now - activity.since)})`,
    `Because:    ${formatReason(activity.reason)}`,
    `Decided by: ${toVisibleText(decided)}`,
    `Rules:      ${rules}`,
    ...describeQuestion(activity.state),
    ...describeRequest(activity.state),
    ...section('What each source reports, strongest first', signals.map(describeSignal(now))),
    ...section('Overruled', overruled.map(toVisibleText)),
    ...section('How the session runs', notices.map(toVisibleText)),
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

/** Returns the complete question, which rows cut. */
function describeQuestion(state: ActivityState): readonly string[] {
  const isShown = state.kind === 'needsInput' && state.question !== undefined;
  return isShown ? [`Question:   ${toVisibleText(state.question)}`] : [];
}

/** Returns what Approve would approve, or why it is not offered. */
function describeRequest(state: ActivityState): readonly string[] {
  if (state.kind !== 'needsInput' || state.need === 'question') {
    return [];
  }
  const request = requestOf(state);
  return request.kind === 'whole'
    ? section('The request', formatRequest(request.text))
    : section('The request', [formatRefusal(request.why)]);
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

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, '', ...lines.map((line) => `    ${line}`.trimEnd())];
}

/** Keeps box-drawing characters and blanks, so that the person recognises the screen. */
function toScreenRow(row: string): string {
  return toVisibleText(row.replaceAll('\u00a0', ' '));
}

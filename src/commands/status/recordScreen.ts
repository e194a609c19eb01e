import { parsePtyId } from '../../pty/ptyId';
import type { VisibleScreen } from '../../pty/sessionService';
import type { Activity, ActivityState } from '../../status/activity';
import type { ScreenCase } from '../../status/screens/screenCase';

/** A session's screen as a test case that expects the current status. The person corrects it. */
export function recordScreen(
  sessionId: string,
  { state, source, ruleId }: Activity,
  screen: VisibleScreen,
): ScreenCase {
  return {
    provider: parsePtyId(sessionId)?.providerId ?? '',
    expect: expectationOf(state),
    note:
      source === undefined ? 'no source reported' : `reported by ${source}, rule ${ruleId ?? ''}`,
    screen,
  };
}

/** `done` becomes `idle`, because a screen does not show whether the person has seen the result. */
function expectationOf(state: ActivityState): ScreenCase['expect'] {
  if (state.kind === 'needsInput') {
    return state.need;
  }
  return state.kind === 'done' ? 'idle' : state.kind;
}

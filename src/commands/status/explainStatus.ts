import type { SessionArguments } from '../commandArguments';
import { formatTerminalLabel } from '../../views/terminals/terminalSubject';
import type { CommandServices } from '../commandServices';
import { chooseSession, type ChosenSession } from '../sessions/chooseSession';
import { formatScreenCase, type ScreenCase } from '../../status/screens/screenCase';
import { parsePtyId } from '../../pty/ptyId';
import { requireSession } from '../../pty/sessionBackend';
import type { VisibleScreen } from '../../pty/sessionService';
import type { Activity, ActivityState } from '../../status/activity';

/** Opens a page with the status of a session's agent and the signals on which it is based. */
export async function explainStatus(deps: CommandServices, args: SessionArguments): Promise<void> {
  const known = await chooseExplained(deps, args);
  if (known) {
    await deps.statusPages.show(known.sessionId, formatTerminalLabel(known));
  }
}

/** The named session, the one of the active status page, or the one of {@link chooseSession}. */
function chooseExplained(
  deps: CommandServices,
  { session }: SessionArguments,
): Promise<ChosenSession | undefined> {
  const explained = session ?? deps.statusPages.activeSessionId;
  return chooseSession(deps, { session: explained, among: 'running', preferActive: 'yes' });
}

/** Copies a session's screen in the format of the test cases for status rules. */
export async function copyScreen(deps: CommandServices, args: SessionArguments): Promise<void> {
  const known = await chooseExplained(deps, args);
  if (known) {
    const screen = await requireSession(deps.sessions, known.sessionId).screen();
    const recorded = recordScreen(known.sessionId, deps.status.get(known.sessionId), screen);
    await deps.windowActions.copyText(formatScreenCase(recorded));
    deps.messages.showInfo(
      `The screen of ${formatTerminalLabel(known)} was copied as a test case. If the status is wrong, correct what the test case expects.`,
    );
  }
}

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

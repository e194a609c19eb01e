import type { SessionService, SessionSpec } from '../../pty/sessionService';
import {
  ATTACH,
  COLOURED_TEXT,
  CREATE,
  KILL,
  REPORT,
  SCREEN,
  STOP,
  TEXT,
  type HostReport,
} from '../protocol/calls';
import type { CallAnswers } from './callAnswers';
import { ATTACH_SCHEMA, ID_SCHEMA, SPEC_SCHEMA, TEXT_SCHEMA } from './schemas';
import type { ServedClient } from './servedClient';

export interface CallDeps {
  readonly sessions: SessionService;
  /** What a session becomes that this host starts. */
  prepare(spec: SessionSpec): SessionSpec;
  report(): HostReport;
  /** Ends the host after the sessions have ended; settles when these have. */
  stop(): Promise<void>;
}

/** Answers what clients ask of sessions. */
export function answerSessionCalls(
  calls: CallAnswers,
  deps: CallDeps,
  client: () => ServedClient,
): void {
  const { sessions } = deps;
  calls.answer(CREATE, SPEC_SCHEMA, (spec) => sessions.create(deps.prepare(spec)));
  calls.answer(ATTACH, ATTACH_SCHEMA, (call) => client().attach(call));
  calls.answer(TEXT, TEXT_SCHEMA, ({ id, scrollback = 0 }) => sessions.text(id, { scrollback }));
  calls.answer(COLOURED_TEXT, TEXT_SCHEMA, ({ id, scrollback = 0 }) =>
    sessions.colouredText(id, { scrollback }),
  );
  calls.answer(SCREEN, TEXT_SCHEMA, ({ id }) => sessions.screen(id));
  calls.answer(KILL, ID_SCHEMA, ({ id }) => sessions.kill(id).then(() => null));
  calls.answer0(REPORT, () => deps.report());
  calls.answer0(STOP, () => deps.stop().then(() => null));
}

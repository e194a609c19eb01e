import type { MessageConnection } from 'vscode-jsonrpc/node';
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
import { answerCall, settle } from './answerCall';
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

/** Answers what clients ask of sessions; `client` throws where one has not been let in. */
export function answerSessionCalls(
  calls: MessageConnection,
  deps: CallDeps,
  client: () => ServedClient,
): void {
  const { sessions } = deps;
  /** For those whom it was let in. */
  const known = <Asked, Answer>(answer: (asked: Asked) => Answer) => {
    return (asked: Asked): Answer => {
      client();
      return answer(asked);
    };
  };
  answerCall(
    calls,
    CREATE,
    SPEC_SCHEMA,
    known((spec) => sessions.create(deps.prepare(spec))),
  );
  answerCall(calls, ATTACH, ATTACH_SCHEMA, (call) => client().attach(call));
  answerCall(
    calls,
    TEXT,
    TEXT_SCHEMA,
    known(({ id, scrollback = 0 }) => sessions.text(id, { scrollback })),
  );
  answerCall(
    calls,
    COLOURED_TEXT,
    TEXT_SCHEMA,
    known(({ id, scrollback = 0 }) => sessions.colouredText(id, { scrollback })),
  );
  answerCall(
    calls,
    SCREEN,
    TEXT_SCHEMA,
    known(({ id }) => sessions.screen(id)),
  );
  answerCall(
    calls,
    KILL,
    ID_SCHEMA,
    known(({ id }) => sessions.kill(id).then(() => null)),
  );
  calls.onRequest(REPORT, () => settle(() => client() && deps.report()));
  calls.onRequest(STOP, () => settle(() => client() && deps.stop().then(() => null)));
}

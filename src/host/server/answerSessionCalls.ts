import { requireSession, type SessionBackend } from '../../pty/sessionBackend';
import type { SessionHandle, SessionSpec } from '../../pty/sessionService';
import {
  ATTACH,
  COLOURED_TEXT,
  CREATE,
  KILL,
  REPORT,
  SCREEN,
  STOP,
  TEXT,
  WRITE_AFTER,
  type HostReport,
} from '../protocol/calls';
import { toWireSession } from '../protocol/wire';
import type { CallAnswers } from './callAnswers';
import { ATTACH_SCHEMA, ID_SCHEMA, SPEC_SCHEMA, TEXT_SCHEMA, WRITE_AFTER_SCHEMA } from './schemas';
import type { ServedClient } from './servedClient';

export interface CallDeps {
  readonly sessions: Omit<SessionBackend, 'requireRoom'>;
  /** Returns the spec with which this host starts a session. */
  prepare(spec: SessionSpec): SessionSpec;
  report(): HostReport;
  /** Ends the sessions, then the host; settles when the sessions have ended. */
  stop(): Promise<void>;
}

/** Registers the handlers of all calls that concern sessions and the host. */
export function answerSessionCalls(
  calls: CallAnswers,
  deps: CallDeps,
  client: () => ServedClient,
): void {
  const { sessions } = deps;
  const requireById = (id: string): SessionHandle => requireSession(sessions, id);
  calls.answer(CREATE, SPEC_SCHEMA, async (spec) =>
    toWireSession(await sessions.create(deps.prepare(spec))),
  );
  calls.answer(ATTACH, ATTACH_SCHEMA, (call) => client().attach(call));
  calls.answer(TEXT, TEXT_SCHEMA, ({ id, scrollback = 0 }) => requireById(id).text({ scrollback }));
  calls.answer(COLOURED_TEXT, TEXT_SCHEMA, ({ id, scrollback = 0 }) =>
    requireById(id).colouredText({ scrollback }),
  );
  calls.answer(SCREEN, TEXT_SCHEMA, ({ id }) => requireById(id).screen());
  calls.answer(WRITE_AFTER, WRITE_AFTER_SCHEMA, ({ id, output, data }) =>
    requireById(id).writeAfter(output, data),
  );
  calls.answer(KILL, ID_SCHEMA, async ({ id }) => {
    await sessions.find(id)?.kill();
    return null;
  });
  calls.answer0(REPORT, () => deps.report());
  calls.answer0(STOP, () => deps.stop().then(() => null));
}

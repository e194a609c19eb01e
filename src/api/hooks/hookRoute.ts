import type { Hono } from 'hono';
import * as z from 'zod';
import type { Clock } from '../../base/clock';
import { isRunning } from '../../pty/liveAgent';
import type { SessionService } from '../../pty/sessionService';
import { ApiError } from '../../operations/apiError';
import type { HookIntake } from './hookIntake';
import type { SessionTokens } from '../auth/sessionTokens';
import { readBody } from '../http/readBody';
import type { RouteFacts } from '../http/route';
import type { WrongTokens } from '../auth/wrongTokens';

/** The headers of a hook event; the names are public. */
export const TOKEN_HEADER = 'X-Agent-Terminals-Token';
const PTY_ID_HEADER = 'X-Agent-Terminals-Pty-Id';
const EVENT_HEADER = 'X-Agent-Terminals-Event';

/** The names that CLIs give their events, such as `PermissionRequest` or `session.idle`. */
const EVENT_NAME = /^[A-Za-z][\w.:-]{0,63}$/;

/** The route's description, for `openapi.json`. */
export const HOOK: RouteFacts = {
  method: 'post',
  path: '/hook',
  summary: 'Receives a hook event of an agent, with the token of its own session.',
  headers: {
    [PTY_ID_HEADER]: 'The session’s id.',
    [EVENT_HEADER]: 'The event’s name in the agent’s CLI.',
  },
  body: z.unknown().describe('The hook’s own JSON.'),
  answers: [{ status: 204, description: 'The event was accepted.' }],
  token: 'hook',
};

interface HookRouteDeps {
  readonly tokens: SessionTokens;
  readonly wrongTokens: WrongTokens;
  readonly intake: HookIntake;
  readonly sessions: Pick<SessionService, 'get'>;
  readonly clock: Clock;
  readonly bodyBytes: number;
  /** The only session whose events are accepted; undefined: all sessions of the window. */
  readonly only?: string | undefined;
}

/**
 * Adds `POST /hook`, which accepts a hook event of a running session, authenticated by the
 * session's own token.
 */
export function addHookRoute(routes: Hono, deps: HookRouteDeps): void {
  routes.post(HOOK.path, async (context) => {
    const ptyId = context.req.header(PTY_ID_HEADER) ?? '';
    if (deps.only !== undefined && ptyId !== deps.only) {
      throw new ApiError('SESSION_USER_MISMATCH', 'This socket belongs to another session.');
    }
    checkToken(deps, ptyId, context.req.header(TOKEN_HEADER) ?? '');
    checkSession(deps.sessions, ptyId);
    const name = context.req.header(EVENT_HEADER) ?? '';
    if (!EVENT_NAME.test(name)) {
      throw new ApiError('BAD_REQUEST', `The header ${EVENT_HEADER} must be the name of an event.`);
    }
    const body = await readBody(context.req.raw, deps.bodyBytes);
    deps.intake.take({ ptyId, name, body, at: deps.clock.now() });
    return context.body(null, 204);
  });
}

function checkToken(
  { tokens, wrongTokens }: Pick<HookRouteDeps, 'tokens' | 'wrongTokens'>,
  ptyId: string,
  token: string,
): void {
  switch (tokens.match(ptyId, token)) {
    case 'own':
      return;
    case 'others':
      throw new ApiError('SESSION_USER_MISMATCH', 'The token belongs to another session.');
    case 'unknown':
      throw wrongTokens.refuse(`The header ${TOKEN_HEADER} has no valid token of this window.`);
  }
}

function checkSession(sessions: Pick<SessionService, 'get'>, ptyId: string): void {
  const session = sessions.get(ptyId);
  if (!session) {
    throw new ApiError('SESSION_NOT_FOUND', `There is no session ${ptyId}.`);
  }
  if (!isRunning(session)) {
    throw new ApiError('SESSION_EXITED', `Session ${ptyId} has ended.`);
  }
}

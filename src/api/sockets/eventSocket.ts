import type { RawData, WebSocket } from 'ws';
import * as z from 'zod';
import { ApiError, formatApiError, toApiError } from '../../operations/apiError';
import type { ApiEvent, EventFeed } from '../events/eventFeed';
import { PROMPTS_AT_ONCE, STREAM_BYTES } from '../limits';
import type { OperationCall } from '../../operations/operation';
import { parse } from '../../operations/parse';
import { closeSocket, parseMessage, refusalBy } from './socketMessages';
import type { Connection } from '../auth/connections';

/** The messages that a caller sends; the names are public. */
const MESSAGE = z.strictObject({
  type: z.literal('session.prompt'),
  sessionId: z.string(),
  prompt: z.string(),
});

type PromptCall = OperationCall<{ readonly session: string; readonly prompt: string }>;

interface EventSocketDeps {
  readonly feed: EventFeed;
  /** Carries out the operation `prompt`. */
  readonly prompt: (call: PromptCall) => Promise<void>;
}

/**
 * Serves `/api/ws`: sends lines, states and exits of sessions, and receives prompts. A failure is
 * sent as a message `error`. A socket that reads too slowly, or whose access ends, is closed.
 */
export function serveEvents(
  { feed, prompt: sendPrompt }: EventSocketDeps,
  { access, signal }: Pick<Connection, 'access' | 'signal'>,
  socket: WebSocket,
): void {
  let prompting = 0;
  const send = (message: unknown): void => {
    if (socket.readyState !== socket.OPEN) {
      return;
    }
    socket.send(JSON.stringify(message));
    if (socket.bufferedAmount > STREAM_BYTES) {
      closeSocket(socket, { code: 1008, reason: 'RATE_LIMITED' });
    }
  };
  const subscription = feed.subscribe(access, (event) => describe(event).forEach(send));
  socket.on('close', () => subscription.dispose());
  signal.addEventListener('abort', () => closeSocket(socket, refusalBy(signal.reason)), {
    once: true,
  });
  socket.on('message', (data) => {
    // Messages after the close are ignored.
    if (socket.readyState !== socket.OPEN) {
      return;
    }
    handle(data).catch((error: unknown) =>
      send({ type: 'error', ...formatApiError(toApiError(error).error) }),
    );
  });

  async function handle(data: RawData): Promise<void> {
    const { sessionId: session, prompt } = parse(MESSAGE, parseMessage(data), 'message');
    if (prompting >= PROMPTS_AT_ONCE) {
      throw new ApiError(
        'RATE_LIMITED',
        `This WebSocket has ${PROMPTS_AT_ONCE} prompts in progress: send this one again later.`,
      );
    }
    prompting += 1;
    const call = { access, input: { session, prompt }, signal };
    await sendPrompt(call).finally(() => (prompting -= 1));
  }
}

/** Converts an event to the messages of this socket. */
function describe(event: ApiEvent): readonly object[] {
  switch (event.type) {
    case 'session': {
      const { id: sessionId, state } = event.session;
      return [{ type: 'session.state', sessionId, state, session: event.session }];
    }
    case 'output':
      return [
        {
          type: 'session.output',
          sessionId: event.sessionId,
          stream: 'stdout',
          data: event.data,
        },
      ];
    case 'exit':
      return [{ type: 'session.exit', sessionId: event.sessionId, exitCode: event.exitCode }];
    case 'activity':
    case 'removed':
      return [];
  }
}

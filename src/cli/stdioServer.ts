import type { AgentTerminals } from '../client/agentTerminals';
import { ClientError, formatError } from '../client/clientError';
import type { StartOptions } from '../client/clientOptions';
import type { Operations } from '../client/generated/operations';
import { parseStdioRequest, type StdioRequest } from './stdioRequest';

/** Time limit for the session's end at shutdown, in milliseconds; the window's own limit is 3 s. */
const END_MS = 5_000;

/** A message to the client, one per line; `id` is the request's, null if it could not be read. */
type StdioMessage =
  | {
      readonly id: unknown;
      readonly event: 'delta';
      readonly text: string;
      readonly added: string;
    }
  | { readonly id: unknown; readonly result: unknown }
  | { readonly id: unknown; readonly error: { readonly code: string; readonly message: string } };

/** Runs one session for requests that arrive as lines. The session ends with the server. */
export class StdioServer {
  private sessionId: string | undefined;
  /** The running start. Requests that need the session wait for it, and so does the shutdown. */
  private starting: Promise<unknown> | undefined;
  private isEnding = false;
  private readonly asks = new Set<AbortController>();

  constructor(
    private readonly terminals: AgentTerminals,
    private readonly send: (message: StdioMessage) => void,
  ) {}

  /** Handles one request. Requests run concurrently, but wait for a running start. */
  handleLine(line: string): void {
    if (line.trim() !== '') {
      void this.answer(line);
    }
  }

  /** Answers a line that cannot be processed with an error. */
  refuse(message: string): void {
    this.send({ id: null, error: { code: 'PAYLOAD_TOO_LARGE', message } });
  }

  /** Ends the session within a time limit and cancels running asks. */
  async shutdown(): Promise<void> {
    this.isEnding = true;
    this.asks.forEach((ask) =>
      ask.abort(new ClientError('DETACHED', 'The server is shutting down.')),
    );
    const limit = new Promise<void>((resolve) => setTimeout(resolve, END_MS).unref());
    await Promise.race([this.close().catch(() => {}), limit]);
  }

  private async answer(line: string): Promise<void> {
    const parsed = parseStdioRequest(line);
    if (parsed.kind === 'refused') {
      this.send({ id: parsed.id, error: { code: 'BAD_REQUEST', message: parsed.message } });
      return;
    }
    const { id } = parsed.request;
    try {
      this.send({ id, result: (await this.carryOut(parsed.request)) ?? {} });
    } catch (error) {
      this.send({ id, error: formatError(error) });
    }
  }

  private async carryOut(request: StdioRequest): Promise<unknown> {
    switch (request.method) {
      case 'start':
        return this.start(request.params);
      case 'ask':
        return this.ask(request.id, request.params);
      case 'write':
        return this.terminals.input(await this.requireSession(), request.params.data);
      case 'resize':
        return this.terminals.resize(await this.requireSession(), request.params);
      case 'close':
        return this.close();
      case 'open':
        return this.terminals.findServer();
    }
  }

  private async start(params: StartOptions): Promise<unknown> {
    if (this.sessionId !== undefined || this.starting || this.isEnding) {
      throw new ClientError('SESSION_EXISTS', 'The server already has a session: close it first.');
    }
    const starting = this.terminals.start(params);
    this.starting = starting;
    try {
      const session = await starting;
      this.sessionId = session.id;
      return session;
    } finally {
      this.starting = undefined;
    }
  }

  private async ask(
    id: unknown,
    { prompt, timeoutMs }: Omit<Operations['ask']['input'], 'session'>,
  ): Promise<unknown> {
    const controller = new AbortController();
    const options = { timeoutMs, signal: controller.signal };
    this.asks.add(controller);
    try {
      const sessionId = await this.requireSession();
      const answering = this.terminals.askStream(sessionId, prompt, options);
      let text = '';
      let next = await answering.next();
      while (!next.done) {
        text += next.value;
        this.send({ id, event: 'delta', text, added: next.value });
        next = await answering.next();
      }
      return next.value;
    } finally {
      this.asks.delete(controller);
    }
  }

  /** Does nothing without a session. */
  private async close(): Promise<void> {
    await this.started();
    const { sessionId } = this;
    this.sessionId = undefined;
    if (sessionId !== undefined) {
      await this.terminals.close({ sessionId });
    }
  }

  private async requireSession(): Promise<string> {
    await this.started();
    if (this.sessionId === undefined) {
      throw new ClientError('SESSION_NOT_FOUND', 'The server has no session: start one first.');
    }
    return this.sessionId;
  }

  /** Ignores a failed start, which is reported to the request that began it. */
  private async started(): Promise<void> {
    await this.starting?.catch(() => {});
  }
}

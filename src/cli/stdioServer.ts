import type { AgentTerminals } from '../client/agentTerminals';
import { ClientError } from '../client/clientError';
import type { StartOptions } from '../client/clientOptions';
import { parseStdioRequest, type StdioRequest } from './stdioRequest';

/** How long the session's end may take once this program is to end, in milliseconds: the window's own bound is 3 s. */
const END_MS = 5_000;

/** What is said, a line each; `id` is the request's, null where that could not be read. */
export type StdioMessage =
  | { readonly id: unknown; readonly event: 'delta'; readonly text: string }
  | { readonly id: unknown; readonly result: unknown }
  | { readonly id: unknown; readonly error: { readonly code: string; readonly message: string } };

/** One session, driven by requests that come as lines. Its end is the session's end, whatever the reason. */
export class StdioServer {
  private sessionId: string | undefined;
  /** Begun and not yet there: what needs the session waits for it, and so does its end. */
  private starting: Promise<unknown> | undefined;
  private isEnding = false;
  private readonly asks = new Set<AbortController>();

  constructor(
    private readonly terminals: AgentTerminals,
    private readonly send: (message: StdioMessage) => void,
  ) {}

  /** Answers in its own time; requests wait for no other than a start. */
  take(line: string): void {
    if (line.trim() !== '') {
      void this.answer(line);
    }
  }

  /** Says of a line that could not be taken why not. */
  refuse(message: string): void {
    this.send({ id: null, error: { code: 'PAYLOAD_TOO_LARGE', message } });
  }

  /** Ends the session, bounded; what is under way is given up. */
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
      const code = error instanceof ClientError ? error.code : 'INTERNAL';
      const message = error instanceof Error ? error.message : String(error);
      const response = error instanceof ClientError ? error.response : undefined;
      this.send({ id, error: { code, message, ...(response !== undefined && { response }) } });
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
    { prompt, timeoutMs }: { readonly prompt: string; readonly timeoutMs?: number | undefined },
  ): Promise<unknown> {
    const leaving = new AbortController();
    const options = { timeoutMs, signal: leaving.signal };
    this.asks.add(leaving);
    try {
      const sessionId = await this.requireSession();
      const answering = this.terminals.askStream(sessionId, prompt, options);
      let next = await answering.next();
      while (!next.done) {
        this.send({ id, event: 'delta', text: next.value });
        next = await answering.next();
      }
      return next.value;
    } finally {
      this.asks.delete(leaving);
    }
  }

  /** Without a session, it is done. */
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
      throw new ClientError('SESSION_NOT_FOUND', 'There is no session: start one first.');
    }
    return this.sessionId;
  }

  /** Whoever began the start is told how it failed. */
  private async started(): Promise<void> {
    await this.starting?.catch(() => {});
  }
}

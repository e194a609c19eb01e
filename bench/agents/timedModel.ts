import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Times of a request to a model and of its answer, by `performance.now()`. */
export interface ModelTimes {
  readonly requestedAt: number;
  /** When the last byte of the answer was sent. */
  readonly lastByteAt: number;
}

interface Turn extends ModelTimes {
  readonly body: string;
}

/** An HTTP proxy in front of a stand-in for a model. Records the times of each answer. */
export class TimedModel {
  private readonly turns: Turn[] = [];
  private readonly server = createServer((incoming, outgoing) => {
    this.forward(incoming, outgoing).catch(() => outgoing.destroy());
  });

  /** @param target base URL of the stand-in */
  constructor(private readonly target: string) {}

  /** Resolves to its base URL. */
  async start(): Promise<string> {
    await new Promise<void>((fulfil) => this.server.listen(0, '127.0.0.1', fulfil));
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /**
   * Returns the times of the answer to the prompt that contains `text`.
   * @throws {Error} unless exactly one request contained it
   */
  findTimes(text: string): ModelTimes {
    const [turn, ...others] = this.turns.filter(({ body }) => body.includes(text));
    if (!turn || others.length > 0) {
      const count = others.length + Number(turn !== undefined);
      throw new Error(`The model received "${text}" ${count} times; expected once.`);
    }
    return turn;
  }

  /** Removes all records. A later request repeats all prompts of its conversation. */
  clear(): void {
    this.turns.length = 0;
  }

  async end(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((fulfil) => this.server.close(fulfil));
  }

  private async forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const bytes = await buffer(incoming);
    const requestedAt = performance.now();
    const { method, headers } = incoming;
    const sent = request(`${this.target}${incoming.url ?? '/'}`, { method, headers });
    const response = await new Promise<IncomingMessage>((fulfil, reject) => {
      sent.on('response', fulfil).on('error', reject).end(bytes);
    });
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    await pipeline(response, outgoing);
    const lastByteAt = performance.now();
    const body = bytes.toString();
    if (isConversationRequest(body)) {
      this.turns.push({ requestedAt, lastByteAt, body });
    }
  }
}

/** Requests for other purposes, such as a title, have no tools. */
function isConversationRequest(body: string): boolean {
  return /"tools":\s*\[\s*\{/.test(body);
}

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** When a model was asked and had answered, by `performance.now()`. */
export interface ModelTimes {
  readonly askedAt: number;
  /** When the last byte of its answer was on its way. */
  readonly lastByteAt: number;
}

interface Turn extends ModelTimes {
  readonly body: string;
}

/** Stands before a stand-in for a model, changes nothing, and knows how long each answer took. */
export class TimedModel {
  private readonly turns: Turn[] = [];
  private readonly server = createServer((asked, answer) => {
    this.pass(asked, answer).catch(() => answer.destroy());
  });

  /** @param target the stand-in's base URL */
  constructor(private readonly target: string) {}

  /** Gives its base URL. */
  async start(): Promise<string> {
    await new Promise<void>((fulfil) => this.server.listen(0, '127.0.0.1', fulfil));
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Of the only answer to a prompt that holds `words`. @throws if there was none, or another one, too */
  timesOf(words: string): ModelTimes {
    const [turn, ...others] = this.turns.filter(({ body }) => body.includes(words));
    if (!turn || others.length > 0) {
      const count = others.length + Number(turn !== undefined);
      throw new Error(`The model was asked "${words}" ${count} times, and not once.`);
    }
    return turn;
  }

  /** What was asked so far is no more asked for: a conversation repeats all that was said in it. */
  forget(): void {
    this.turns.length = 0;
  }

  async end(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((fulfil) => this.server.close(fulfil));
  }

  private async pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const bytes = await buffer(asked);
    const askedAt = performance.now();
    const { method, headers } = asked;
    const sent = request(`${this.target}${asked.url ?? '/'}`, { method, headers });
    const response = await new Promise<IncomingMessage>((fulfil, reject) => {
      sent.on('response', fulfil).on('error', reject).end(bytes);
    });
    answer.writeHead(response.statusCode ?? 500, response.headers);
    await pipeline(response, answer);
    const lastByteAt = performance.now();
    const body = bytes.toString();
    if (isOfTheConversation(body)) {
      this.turns.push({ askedAt, lastByteAt, body });
    }
  }
}

/** What a CLI asks for itself, such as a title, comes without tools. */
function isOfTheConversation(body: string): boolean {
  return /"tools":\s*\[\s*\{/.test(body);
}

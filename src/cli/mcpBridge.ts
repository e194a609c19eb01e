import { randomUUID as randomUuid } from 'node:crypto';
import type { Disposable } from '../base/lifecycle';
import { isRecord } from '../base/isRecord';
import { tryParseJson } from '../base/parseJson';
import type { AgentTerminals } from '../client/agentTerminals';
import { ClientError } from '../client/clientError';

/** JSON-RPC's own: no JSON, no request; and one that servers may use as they like. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const SERVER_ERROR = -32000;

/** Takes the messages of one client of MCP to the window, and what it says to them back. */
export class McpBridge implements Disposable {
  private readonly caller = randomUuid();
  private readonly leaving = new AbortController();

  constructor(
    private readonly terminals: Pick<AgentTerminals, 'mcp'>,
    private readonly send: (message: unknown) => void,
  ) {}

  /** One message; they do not wait for one another. Settles when all is said to it, and never rejects. */
  async take(line: string): Promise<void> {
    if (line.trim() !== '') {
      await this.pass(line);
    }
  }

  /** Says of a message that could not be taken why not. */
  refuse(message: string): void {
    this.fail(null, INVALID_REQUEST, message);
  }

  /** Gives up what is under way, which interrupts agents that are being asked. */
  dispose(): void {
    this.leaving.abort(new ClientError('DETACHED', 'The client closed the connection.'));
  }

  private async pass(line: string): Promise<void> {
    const message = tryParseJson(line);
    if (message === undefined) {
      this.fail(null, PARSE_ERROR, 'The line is not JSON.');
      return;
    }
    const { caller, leaving } = this;
    try {
      for await (const said of this.terminals.mcp(message, { caller, signal: leaving.signal })) {
        this.send(said);
      }
    } catch (error) {
      const code = error instanceof ClientError ? error.code : 'INTERNAL';
      const words = error instanceof Error ? error.message : String(error);
      if (!leaving.signal.aborted && isRequest(message)) {
        this.fail(message.id, SERVER_ERROR, `${code}: ${words}`);
      }
    }
  }

  private fail(id: unknown, code: number, message: string): void {
    this.send({ jsonrpc: '2.0', id, error: { code, message } });
  }
}

/** What is to be answered; of a notification nobody waits to hear. */
function isRequest(message: unknown): message is { readonly id: unknown } {
  return isRecord(message) && 'id' in message && 'method' in message;
}

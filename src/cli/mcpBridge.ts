import { randomUUID as randomUuid } from 'node:crypto';
import type { Disposable } from '../base/lifecycle';
import { isRecord } from '../base/isRecord';
import { tryParseJson } from '../base/parseJson';
import type { AgentTerminals } from '../client/agentTerminals';
import { ClientError } from '../client/clientError';

/** JSON-RPC 2.0 error codes; the last is the first code of the range for server errors. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const SERVER_ERROR = -32000;

/** Forwards the messages of one MCP client to the window, and the window's answers back. */
export class McpBridge implements Disposable {
  private readonly caller = randomUuid();
  private readonly closing = new AbortController();

  constructor(
    private readonly terminals: Pick<AgentTerminals, 'mcp'>,
    private readonly send: (message: unknown) => void,
  ) {}

  /**
   * Forwards one message. Messages do not wait for one another. Resolves when all answers were
   * sent; never rejects.
   */
  async take(line: string): Promise<void> {
    if (line.trim() !== '') {
      await this.forward(line);
    }
  }

  /** Answers a message that cannot be forwarded with an error. */
  refuse(message: string): void {
    this.fail(null, INVALID_REQUEST, message);
  }

  /** Cancels running calls, which interrupts the agents that they ask. */
  dispose(): void {
    this.closing.abort(new ClientError('DETACHED', 'The client closed the connection.'));
  }

  private async forward(line: string): Promise<void> {
    const message = tryParseJson(line);
    if (message === undefined) {
      this.fail(null, PARSE_ERROR, 'The line is not JSON.');
      return;
    }
    const { caller, closing } = this;
    try {
      for await (const answer of this.terminals.mcp(message, { caller, signal: closing.signal })) {
        this.send(answer);
      }
    } catch (error) {
      const code = error instanceof ClientError ? error.code : 'INTERNAL';
      const text = error instanceof Error ? error.message : String(error);
      if (!closing.signal.aborted && isRequest(message)) {
        this.fail(message.id, SERVER_ERROR, `${code}: ${text}`);
      }
    }
  }

  private fail(id: unknown, code: number, message: string): void {
    this.send({ jsonrpc: '2.0', id, error: { code, message } });
  }
}

/** Only requests are answered; JSON-RPC notifications have no id. */
function isRequest(message: unknown): message is { readonly id: unknown } {
  return isRecord(message) && 'id' in message && 'method' in message;
}

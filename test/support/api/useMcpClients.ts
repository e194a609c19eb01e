import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ERROR_META } from '../../../src/mcp/mcpServer';
import { COMMAND_LINE } from '../../../scripts/lib/bundles/clientBundles.mjs';
import { buildOnce } from '../buildOnce';
import type { useApi } from './useApi';

type Api = ReturnType<typeof useApi>;

const LIMIT_MS = 30_000;

/** The official client, by each transport to a window; a test's connections close after it. */
export function useMcpClients(api: Api): McpClients {
  const clients = new McpClients(api);
  before(() => clients.build());
  after(() => clients.remove());
  afterEach(() => clients.close());
  return clients;
}

class McpClients {
  private clients: Client[] = [];
  private directory = '';

  constructor(private readonly api: Api) {}

  async build(): Promise<void> {
    this.directory = mkdtempSync(join(tmpdir(), 'agent-terminals-mcp-'));
    await buildOnce({ ...COMMAND_LINE, outfile: this.commandLine });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  readonly overHttp = async (token = this.api.token): Promise<Client> => {
    const opened = await this.api.core.api.window.openTcp();
    const headers = { authorization: `Bearer ${token}` };
    const url = new URL(`${opened.url}/mcp`);
    return this.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  };

  /** By the command line. */
  readonly overStdio = (): Promise<Client> => {
    const { home, folder: cwd } = this.api.fixture;
    const args = [this.commandLine, 'mcp'];
    const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
    return this.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd }));
  };

  private get commandLine(): string {
    return join(this.directory, 'cli.cjs');
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
    this.clients = [];
  }

  private async connect(transport: Parameters<Client['connect']>[0]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    this.clients.push(client);
    await client.connect(transport);
    return client;
  }
}

/** Calls a tool; fails if the tool fails. */
export async function callTool(
  client: Client,
  name: string,
  input: object = {},
): Promise<CallToolResult> {
  const options = { timeout: LIMIT_MS };
  const result = await client.callTool({ name, arguments: { ...input } }, undefined, options);
  assert.notEqual(result.isError, true, JSON.stringify(result.content));
  return result as CallToolResult;
}

export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function dataOf<T>({ structuredContent }: CallToolResult): T {
  return structuredContent as T;
}

export function codeOf({ _meta }: CallToolResult): string | undefined {
  return (_meta?.[ERROR_META] as { code?: string } | undefined)?.code;
}

import { insertArgs } from './hooks/hookLaunch';
import type { McpSupport } from '../model/mcpSupport';

/** What the agent calls our server. */
const SERVER = 'agent-terminals';

/** The variables of a session that may drive others; their names are public. */
const URL_VARIABLE = 'AGENT_TERMINALS_URL';
const TOKEN_VARIABLE = 'AGENT_TERMINALS_TOKEN';

/** How long the CLI may wait for a tool, in seconds: agents that are asked think for long. */
const TOOL_TIMEOUT_S = 3600;

export interface McpLaunchInput {
  /** The agent's arguments, and how many of the last of them are its prompt. */
  readonly args: readonly string[];
  readonly trailing: number;
  /** The session's whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** The agent's arguments with our MCP server among them, where the session may drive others. */
export function planMcpArgs(support: McpSupport, input: McpLaunchInput): readonly string[] {
  const url = input.env[URL_VARIABLE];
  if (url === undefined || input.env[TOKEN_VARIABLE] === undefined) {
    return input.args;
  }
  switch (support.kind) {
    case 'none':
      return input.args;
    case 'configJson':
      // Joined: the flag alone takes all words that follow.
      return insertArgs(input, [`${support.flag}=${JSON.stringify(formatJson())}`]);
    case 'configLine':
      return insertArgs(input, [support.flag, formatLine(url)]);
  }
}

function formatJson(): object {
  const headers = { Authorization: `Bearer \${${TOKEN_VARIABLE}}` };
  return { mcpServers: { [SERVER]: { type: 'http', url: `\${${URL_VARIABLE}}/mcp`, headers } } };
}

function formatLine(url: string): string {
  const server = [
    `url=${JSON.stringify(`${url}/mcp`)}`,
    `bearer_token_env_var="${TOKEN_VARIABLE}"`,
    `tool_timeout_sec=${TOOL_TIMEOUT_S}`,
  ];
  return `mcp_servers.${SERVER}={${server.join(',')}}`;
}

import { insertArgs } from './hooks/hookLaunch';
import type { McpSupport } from '../model/mcpSupport';

/** The name of the server in the agent. */
const SERVER = 'agent-terminals';

/** The variables of a session that may drive others. Their names are public. */
const URL_VARIABLE = 'AGENT_TERMINALS_URL';
const TOKEN_VARIABLE = 'AGENT_TERMINALS_TOKEN';

/**
 * The time limit that the CLI gets for a tool, in seconds: an agent may work for a long time on an
 * answer.
 */
const TOOL_TIMEOUT_S = 3600;

interface McpLaunchInput {
  /** The agent's arguments, and how many at the end form its prompt. */
  readonly args: readonly string[];
  readonly trailing: number;
  /** The complete environment of the session. */
  readonly env: Readonly<Record<string, string>>;
}

/** Adds the extension's MCP server to the agent's arguments, if the session may drive others. */
export function planMcpArgs(support: McpSupport, input: McpLaunchInput): readonly string[] {
  const url = input.env[URL_VARIABLE];
  if (url === undefined || input.env[TOKEN_VARIABLE] === undefined) {
    return input.args;
  }
  switch (support.kind) {
    case 'none':
      return input.args;
    case 'configJson':
      // Joined by `=`, since the flag alone takes all following words.
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

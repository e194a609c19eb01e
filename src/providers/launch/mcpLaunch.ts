import { insertArgs } from './hooks/hookLaunch';
import type { McpSupport } from '../model/mcpSupport';

const SERVER = 'agent-terminals';

/** The variable with the path of the program `agent-terminals`. Its name is public. */
const PROGRAM_VARIABLE = 'AGENT_TERMINALS_CLI';
const TOKEN_VARIABLE = 'AGENT_TERMINALS_TOKEN';

const READ_VARIABLES = [
  'AGENT_TERMINALS_FOLDER',
  'AGENT_TERMINALS_HOME',
  'AGENT_TERMINALS_PTY_ID',
  'AGENT_TERMINALS_SOCKET',
  TOKEN_VARIABLE,
];

/**
 * The time limit that the CLI gets for a tool, in seconds: an agent may work for a long time on an
 * answer.
 */
const TOOL_TIMEOUT_S = 3600;

interface McpLaunchInput {
  readonly args: readonly string[];
  readonly trailing: number;
  /** The complete environment of the session. */
  readonly env: Readonly<Record<string, string>>;
}

/** Adds the extension's MCP server to the agent's arguments, if the session may drive others. */
export function planMcpArgs(support: McpSupport, input: McpLaunchInput): readonly string[] {
  const command = input.env[PROGRAM_VARIABLE];
  if (command === undefined || input.env[TOKEN_VARIABLE] === undefined) {
    return input.args;
  }
  switch (support.kind) {
    case 'none':
      return input.args;
    case 'configJson':
      // Joined by `=`, since the flag alone takes all following words.
      return insertArgs(input, [`${support.flag}=${JSON.stringify(formatJson(command))}`]);
    case 'configLine':
      return insertArgs(input, [support.flag, formatLine(command)]);
  }
}

function formatJson(command: string): object {
  return { mcpServers: { [SERVER]: { type: 'stdio', command, args: ['mcp'] } } };
}

/** A string of JSON is also one of TOML. */
function formatLine(command: string): string {
  const server = [
    `command=${JSON.stringify(command)}`,
    'args=["mcp"]',
    `env_vars=${JSON.stringify(READ_VARIABLES)}`,
    `tool_timeout_sec=${TOOL_TIMEOUT_S}`,
  ];
  return `mcp_servers.${SERVER}={${server.join(',')}}`;
}

import type { Api } from '../api/createApi';
import type { LocalServer } from '../api/createLocalServer';
import { systemClock } from '../base/clock';
import type { Logger } from '../base/logger';
import { createOperationTools } from './operationTools';
import { addMcpRoute } from './mcpRoute';
import { RunningCalls } from './runningCalls';
import type { OperationParts } from '../operations/createOperations';
import type { Tool } from './tool';

/** Creates the tools for models, and serves them by MCP at /mcp. */
export function createMcp(
  core: {
    readonly logger: Logger;
    readonly local: LocalServer;
    /** The version of the extension. */
    readonly version: string;
  },
  api: Api,
  operations: OperationParts,
): readonly Tool[] {
  const { logger, local, version } = core;
  const tools = createOperationTools(operations);
  local.server.addRoutes((routes) =>
    addMcpRoute(routes, {
      bodyBytes: local.limits.bodyBytes,
      calls: new RunningCalls(),
      clock: systemClock,
      connections: api.connections,
      logger,
      tools,
      version,
    }),
  );
  return tools;
}

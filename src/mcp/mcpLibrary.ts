/**
 * The parts of the MCP library that this program uses. They are a bundle of their own, run with the
 * first message: a window that loads them at its start takes a sixth longer to load the extension. For a
 * window it is a file, which the program that runs without one contains.
 */
export { Server } from '@modelcontextprotocol/sdk/server/index.js';
export { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
export {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';

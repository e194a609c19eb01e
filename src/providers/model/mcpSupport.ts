/**
 * How an MCP server, a program that the CLI starts, is configured for one launch of the CLI, without
 * changing a file of the person. The token stays in the environment, since every user can read
 * arguments.
 */
export type McpSupport =
  /** Not possible, or not tested. */
  | { readonly kind: 'none' }
  /** A flag with configuration in JSON. The CLI passes its environment to the program. */
  | { readonly kind: 'configJson'; readonly flag: string }
  /**
   * A flag with a line of configuration in TOML. The CLI passes only the variables to the program
   * that the line names.
   */
  | { readonly kind: 'configLine'; readonly flag: string };

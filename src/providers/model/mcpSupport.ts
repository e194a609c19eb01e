/**
 * How an MCP server over HTTP is configured for one launch of a CLI, without changing a file of the
 * person. The token stays in an environment variable, since every user can read arguments.
 */
export type McpSupport =
  /** Not possible, or not known to work. */
  | { readonly kind: 'none' }
  /** A flag with configuration in JSON, in which `${NAME}` stands for a variable. */
  | { readonly kind: 'configJson'; readonly flag: string }
  /** A flag with a line of configuration in TOML, which names the token's variable. */
  | { readonly kind: 'configLine'; readonly flag: string };

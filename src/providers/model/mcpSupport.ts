/**
 * How a CLI is told of an MCP server over HTTP for one launch, with no file of the person's touched.
 * The token stays in a variable of its environment: its arguments are there for all to read.
 */
export type McpSupport =
  /** It cannot be, or not so that it is known to work. */
  | { readonly kind: 'none' }
  /** A flag with configuration in JSON, where `${NAME}` stands for a variable. */
  | { readonly kind: 'configJson'; readonly flag: string }
  /** A flag for a line of configuration in TOML, which names the token's variable. */
  | { readonly kind: 'configLine'; readonly flag: string };

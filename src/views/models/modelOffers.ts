import type { DisposableStore } from '../../base/lifecycle';
import {
  createLanguageModelTools,
  type LanguageModelToolsDeps,
  type LanguageModelTools,
} from './languageModelTools';
import {
  createMcpServerOffer,
  type McpServerOffer,
  type McpServerOfferDeps,
} from './mcpServerOffer';

/** What VS Code's own models can use: tools and the MCP server. */
export interface ModelOffers extends McpServerOffer {
  /** By their ids in the manifest. */
  readonly tools: LanguageModelTools;
}

/** `store` owns what the offers listen to. */
export function createModelOffers(
  deps: LanguageModelToolsDeps & McpServerOfferDeps,
  store: DisposableStore,
): ModelOffers {
  const { onDidChangeMcpServers, provideMcpServers } = createMcpServerOffer(deps, store);
  return { onDidChangeMcpServers, provideMcpServers, tools: createLanguageModelTools(deps) };
}

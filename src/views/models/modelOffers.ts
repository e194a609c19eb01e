import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { registerLanguageModelTools, type LanguageModelToolsDeps } from './languageModelTools';
import { registerMcpServerOffer, type McpServerOfferDeps } from './mcpServerOffer';

interface ModelOffersDeps extends LanguageModelToolsDeps, McpServerOfferDeps {}

/** Registers what VS Code's own models can use: tools and the MCP server. */
export function registerModelOffers(deps: ModelOffersDeps): Disposable {
  const store = new DisposableStore();
  store.add(registerLanguageModelTools(deps));
  store.add(registerMcpServerOffer(deps));
  return store;
}

import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { registerLanguageModelTools, type LanguageModelToolsDeps } from './languageModelTools';
import { registerMcpServerOffer, type McpServerOfferDeps } from './mcpServerOffer';

export interface ModelOffersDeps extends LanguageModelToolsDeps, McpServerOfferDeps {}

/** Registers all that models in VS Code itself may do with the window's agents. */
export function registerModelOffers(deps: ModelOffersDeps): Disposable {
  const store = new DisposableStore();
  store.add(registerLanguageModelTools(deps));
  store.add(registerMcpServerOffer(deps));
  return store;
}

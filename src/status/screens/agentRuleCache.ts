import type { ProviderDefinition } from '../../providers/model/providerDefinition';
import type { ScreenRule } from '../../providers/model/statusFacts';
import { compileUserRules, type CompiledRules, type UserRule } from './userRules';

/** The rules that read an agent's screen. */
export interface AgentRules {
  /** The person's rules come before the provider's. */
  readonly rules: readonly ScreenRule[];
  /** The provider's id and the version of its rules. */
  readonly name: string;
  readonly problems: readonly string[];
}

/** If there are more, the cache is cleared. */
const MAX_CACHED_RULES = 100;

/** Combines the rules of providers and of the person. Compiled rules are cached. */
export class AgentRuleCache {
  private readonly compiled = new Map<string, CompiledRules>();

  rulesOf({ id, status }: ProviderDefinition, own: readonly UserRule[]): AgentRules {
    const { rules, problems } = this.compile(id, own);
    const { screen } = status;
    return { rules: [...rules, ...screen.rules], name: `${id} ${screen.version}`, problems };
  }

  private compile(id: string, own: readonly UserRule[]): CompiledRules {
    const key = `${id} ${JSON.stringify(own)}`;
    const known = this.compiled.get(key);
    if (known) {
      return known;
    }
    const compiled = compileUserRules(own);
    if (this.compiled.size >= MAX_CACHED_RULES) {
      this.compiled.clear();
    }
    this.compiled.set(key, compiled);
    return compiled;
  }
}

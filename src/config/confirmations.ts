import { createHash } from 'node:crypto';
import { canonicalJson } from './canonicalJson';

/** A value that a workspace brings and that says what is run. */
export interface WorkspaceValue {
  /** Below `agentTerminals.`: `shell`, `providers.my-agent`. */
  readonly key: string;
  readonly value: unknown;
}

/** What we need of a `vscode.Memento`. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const MEMORY_KEY = 'confirmedWorkspaceValues';
/** Beyond this the oldest confirmations are forgotten, and asked for again. */
const MAX_CONFIRMATIONS = 1000;

/**
 * Remembers which values of a folder's settings the person has seen and allowed. A
 * confirmation holds for that very value in that folder: any change asks again. Only
 * hashes are kept, since values may hold secrets.
 */
export class ConfirmationStore {
  constructor(private readonly memory: Memory) {}

  isConfirmed(folder: string, value: WorkspaceValue): boolean {
    return this.hashes().includes(hash(folder, value));
  }

  async confirm(folder: string, value: WorkspaceValue): Promise<void> {
    const added = hash(folder, value);
    const others = this.hashes().filter((other) => other !== added);
    await this.memory.update(MEMORY_KEY, [...others, added].slice(-MAX_CONFIRMATIONS));
  }

  private hashes(): readonly string[] {
    const kept = this.memory.get(MEMORY_KEY);
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  }
}

function hash(folder: string, { key, value }: WorkspaceValue): string {
  return createHash('sha256')
    .update(canonicalJson([folder, key, value]))
    .digest('hex');
}

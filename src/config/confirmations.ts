import { createHash } from 'node:crypto';
import { isRecord } from '../base/isRecord';

/** A value from a workspace's settings that decides what runs. */
export interface WorkspaceValue {
  /** Below `agentTerminals.`: `shell`, `providers.my-agent`. */
  readonly key: string;
  readonly value: unknown;
}

/** The methods of `vscode.Memento` that the store uses. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const MEMORY_KEY = 'confirmedWorkspaceValues';
/** Above this number the oldest confirmations are removed, and the person is asked again. */
const MAX_CONFIRMATIONS = 1000;

/**
 * Stores which values of a folder's settings the person has seen and allowed. A confirmation is
 * valid for this value in this folder; a changed value needs a new one. Only hashes are stored,
 * since values may contain secrets.
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
    const stored = this.memory.get(MEMORY_KEY);
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  }
}

function hash(folder: string, { key, value }: WorkspaceValue): string {
  return createHash('sha256')
    .update(canonicalJson([folder, key, value]))
    .digest('hex');
}

/** JSON with sorted keys: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? 'undefined';
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isRecord(value)) {
    return value;
  }
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

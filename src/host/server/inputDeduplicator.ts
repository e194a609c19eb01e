import { MAX_REMEMBERED_CLIENTS } from './limits';

/**
 * The number of the last input of each client. A client that lost its connection sends its
 * unacknowledged input again; repeats are dropped.
 */
export class InputDeduplicator {
  /** In the order of their last input. */
  private readonly last = new Map<string, number>();

  /** Returns the number of the client's last input; 0 for an unknown client. */
  lastOf(client: string): number {
    return this.last.get(client) ?? 0;
  }

  /** Whether the input is new and has to be written. Records it. */
  take(client: string, seq: number): boolean {
    if (seq <= this.lastOf(client)) {
      return false;
    }
    this.last.delete(client);
    this.last.set(client, seq);
    if (this.last.size > MAX_REMEMBERED_CLIENTS) {
      const [first] = this.last.keys();
      this.last.delete(first ?? client);
    }
    return true;
  }
}

import { MAX_REMEMBERED_CLIENTS } from './limits';

/**
 * What each client has typed last, by the number it gave it, so that nothing is typed twice that it
 * sends again after its connection was lost.
 */
export class InputDeduplicator {
  /** The one that typed last comes last. */
  private readonly last = new Map<string, number>();

  /** 0 where nothing is known of it. */
  lastOf(client: string): number {
    return this.last.get(client) ?? 0;
  }

  /** Whether it is new, and so has to be typed; from now on it is not. */
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

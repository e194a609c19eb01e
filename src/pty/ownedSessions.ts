import type { SessionBackend } from './sessionBackend';

/**
 * The sessions that a window owns, and the backend that runs each of them. It exists before the
 * backends, because they depend on what the window owns.
 */
export class OwnedSessions {
  private readonly backends = new Map<string, SessionBackend>();

  has(id: string): boolean {
    return this.backends.has(id);
  }

  /** Undefined for a session that the window does not own. */
  backendOf(id: string): SessionBackend | undefined {
    return this.backends.get(id);
  }

  add(id: string, backend: SessionBackend): void {
    this.backends.set(id, backend);
  }

  delete(id: string): void {
    this.backends.delete(id);
  }
}

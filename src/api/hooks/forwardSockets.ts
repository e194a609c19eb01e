import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { randomHex } from '../../base/randomHex';
import type { Disposable } from '../../base/lifecycle';
import { newSocketPath } from '../../endpoint/socketPath';
import { refusePages } from '../auth/requestGuard';
import { ApiError, formatErrorResponse, toApiError } from '../http/apiError';
import { HttpListener } from '../http/httpListener';
import type { ApiLimits } from '../limits';
import { removeServerSocket, requireOwnDirectory, SOCKET_PREFIX } from '../serverSocket';

interface ForwardSocket {
  readonly path: string;
  readonly listener: HttpListener;
}

interface ForwardSocketsDeps {
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly limits: ApiLimits;
  /** Adds the route for the hook events of one session. */
  readonly addRoute: (routes: Hono, ptyId: string) => void;
}

/**
 * The sockets that SSH forwards to remote machines, one for each session. Each accepts the hook
 * events of its session and nothing else, because the remote machine may be hostile.
 */
export class ForwardSockets implements Disposable {
  private readonly open = new Map<string, ForwardSocket>();

  constructor(private readonly deps: ForwardSocketsDeps) {}

  /**
   * Listens for a session and returns the path of its socket; later calls return the same one. `path`
   * is the one from an earlier window, to which the session's connection is forwarded.
   */
  async listen(ptyId: string, path?: string): Promise<string> {
    const found = this.open.get(ptyId);
    if (found) {
      return found.path;
    }
    const listener = this.createListener(ptyId);
    const at = path ?? (await this.newPath());
    this.open.set(ptyId, { path: at, listener });
    try {
      // The socket of a window that crashed would be in the way.
      rmSync(at, { force: true });
      await listener.listen({ path: at });
      return at;
    } catch (error) {
      this.open.delete(ptyId);
      throw error;
    }
  }

  /** The path of a session's socket; undefined if there is none. */
  pathOf(ptyId: string): string | undefined {
    return this.open.get(ptyId)?.path;
  }

  /** Stops listening, so that the next window of the session can use the path. */
  leave(ptyId: string): void {
    this.open.get(ptyId)?.listener.close();
    this.open.delete(ptyId);
  }

  dispose(): void {
    this.open.forEach(({ path, listener }) => {
      listener.close();
      removeServerSocket(path);
    });
    this.open.clear();
  }

  private async newPath(): Promise<string> {
    const directory = join(this.deps.home, 'forwards');
    await requireOwnDirectory(directory);
    return newSocketPath({ directory, name: randomHex(8), prefix: SOCKET_PREFIX });
  }

  private createListener(ptyId: string): HttpListener {
    const routes = new Hono();
    routes.onError((error) => formatErrorResponse(toApiError(error).error));
    routes.notFound(() => formatErrorResponse(new ApiError('NOT_FOUND', 'There is only /hook.')));
    this.deps.addRoute(routes, ptyId);
    const handle = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
    return new HttpListener({
      limits: this.deps.limits,
      guard: refusePages,
      handle: (request, response) => void handle(request, response),
      upgrade: () => new ApiError('NOT_FOUND', 'There is only /hook.'),
    });
  }
}

import { readlinkSync, rmSync } from 'node:fs';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { randomHex } from '../../base/randomHex';
import type { Disposable } from '../../base/lifecycle';
import { refusePages } from '../auth/requestGuard';
import { ApiError, toApiError } from '../../operations/apiError';
import { HttpListener } from '../http/httpListener';
import { RequestHandler } from '../http/requestHandler';
import { FORWARD_LIMITS } from '../limits';
import {
  listenAtNewSocket,
  removeServerSocket,
  removeStaleSockets,
  createOwnDirectory,
} from '../serverSocket';

interface ForwardSocketsDeps {
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Adds the route for the hook events of one session. */
  readonly addRoute: (routes: Hono, ptyId: string) => void;
}

interface ForwardSocket {
  /** The path that SSH forwards: a link to `socket`. It stays the same in the next window. */
  readonly path: string;
  /** Where this window listens. */
  readonly socket: string;
  readonly listener: HttpListener;
}

/** The directory of the links, in the extension's own, and how it names them. */
export const FORWARDS = 'forwards';
export const FORWARD_NAME = /^[0-9a-f]{16}$/;

/** `ssh -R` splits its argument at colons, and expands tokens and variables. */
const NOT_FORWARDABLE = /[:%$\\]/;

/**
 * The sockets that SSH forwards to remote machines, one for each session. Each accepts the hook
 * events of its session and nothing else, because the remote machine may be hostile.
 */
export class ForwardSockets implements Disposable {
  private readonly opening = new Map<string, Promise<ForwardSocket>>();
  private readonly open = new Map<string, ForwardSocket>();

  constructor(private readonly deps: ForwardSocketsDeps) {}

  /**
   * Listens for a session and returns the path to forward; later calls return the same one. `path`
   * is the one from an earlier window, which the session's connection forwards. Rejects if SSH cannot
   * forward it.
   */
  async listen(ptyId: string, path?: string): Promise<string> {
    const opening = this.opening.get(ptyId) ?? this.create(ptyId, path);
    this.opening.set(ptyId, opening);
    try {
      const forward = await opening;
      if (this.opening.get(ptyId) === opening) {
        this.open.set(ptyId, forward);
      } else {
        close(forward);
      }
      return forward.path;
    } catch (error) {
      this.opening.delete(ptyId);
      throw error;
    }
  }

  /** The path to forward for a session; undefined if there is none. */
  pathOf(ptyId: string): string | undefined {
    return this.open.get(ptyId)?.path;
  }

  /** Removes the sockets of windows that crashed. */
  removeStaleSockets(): Promise<void> {
    return removeStaleSockets(this.directory);
  }

  /** Stops listening. The next window of the session replaces the link, or has done so. */
  leave(ptyId: string): void {
    const forward = this.open.get(ptyId);
    this.opening.delete(ptyId);
    this.open.delete(ptyId);
    if (forward) {
      close(forward);
    }
  }

  dispose(): void {
    [...this.opening.keys()].forEach((ptyId) => this.leave(ptyId));
  }

  private get directory(): string {
    return join(this.deps.home, FORWARDS);
  }

  private async create(ptyId: string, known: string | undefined): Promise<ForwardSocket> {
    const { directory } = this;
    const path = known ?? join(directory, randomHex(8));
    if (this.deps.platform === 'win32' || NOT_FORWARDABLE.test(path)) {
      throw new Error(`ssh cannot forward ${this.deps.platform === 'win32' ? 'a pipe' : path}`);
    }
    const listener = this.createListener(ptyId);
    const socket = await listenAtNewSocket(directory, (at) => listener.listen({ path: at }));
    const forward = { path, socket, listener };
    try {
      await createOwnDirectory(directory);
      await link(forward);
      return forward;
    } catch (error) {
      close(forward);
      throw error;
    }
  }

  private createListener(ptyId: string): HttpListener {
    const notFound = 'There is only /hook.';
    const requests = new RequestHandler({ notFound, explain: (error) => toApiError(error).error });
    requests.add((routes) => this.deps.addRoute(routes, ptyId));
    return new HttpListener({
      limits: FORWARD_LIMITS,
      guard: refusePages,
      handle: (request, response) => void requests.handle(request, response),
      upgrade: () => new ApiError('NOT_FOUND', notFound),
    });
  }
}

/** Replaces the link of an earlier window at once, so that there always is one. */
async function link({ path, socket }: ForwardSocket): Promise<void> {
  const temporary = `${path}.${randomHex(4)}`;
  await symlink(socket, temporary);
  try {
    await rename(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Leaves the link of a window that has taken the session meanwhile. */
function close({ path, socket, listener }: ForwardSocket): void {
  listener.close();
  removeServerSocket(socket);
  if (readLink(path) === socket) {
    rmSync(path, { force: true });
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

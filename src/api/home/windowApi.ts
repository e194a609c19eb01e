import type { FolderRef } from '../../agents/folderRef';
import { SessionError, toMessage } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { readStartTime } from '../../base/readStartTime';
import { windowsDirectory } from '../../endpoint/windowEntry';
import type { ApiServer } from '../apiServer';
import type { ApiTokens } from '../auth/apiTokens';
import type { Connections } from '../auth/connections';
import { newToken } from '../auth/sessionTokens';
import { WindowEntryFile, type WindowEntryFileDeps } from './windowEntryFile';

/** Used where the system does not report the start time of a process. */
const UNKNOWN_START = 'unknown';

/** The address and token that a program needs to call the API over TCP. */
interface ApiConnection {
  readonly url: string;
  readonly token: string;
}

interface WindowApiDeps extends Omit<WindowEntryFileDeps, 'directory'> {
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly server: ApiServer;
  readonly tokens: ApiTokens;
  readonly connections: Connections;
  readonly folders: () => readonly FolderRef[];
  readonly isEnabled: () => boolean;
  /** When a port on 127.0.0.1 is opened: the setting `api.tcp`. */
  readonly tcp: () => 'always' | 'never' | 'onRequest';
  /** Installs the programs that call the API. Never rejects. */
  readonly install: () => Promise<unknown>;
  /** The version of the extension. */
  readonly version: string;
  readonly logger: Logger;
}

/**
 * Starts the API when it is enabled, publishes its address in a file for programs, and ends
 * connections whose access has ended.
 */
export class WindowApi implements Disposable {
  private readonly file: WindowEntryFile;
  private reported = '';

  constructor(private readonly deps: WindowApiDeps) {
    const { hostname, home } = deps;
    this.file = new WindowEntryFile({ hostname, directory: windowsDirectory(home) });
  }

  /** Must be called after a change of folders or settings. Never rejects; failures are logged. */
  async update(): Promise<void> {
    const { connections, isEnabled, tcp, tokens } = this.deps;
    const isClosed = !isEnabled() || tcp() === 'never';
    if (isClosed) {
      tokens.ofPort = undefined;
    }
    // Those without access get a reason before the port is closed.
    connections.review();
    if (isClosed) {
      this.deps.server.closePort();
    }
    try {
      await (isEnabled() ? this.publish() : this.file.remove());
    } catch (error) {
      this.report(`Programs cannot find the API of this window: ${toMessage(error)}`);
    }
  }

  /**
   * Opens a port on 127.0.0.1 until the window closes, and returns its address and its token.
   * @throws {SessionError} `ILLEGAL_STATE` if a setting forbids it.
   */
  async openTcp(): Promise<ApiConnection> {
    const { isEnabled, tcp } = this.deps;
    if (!isEnabled()) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'The API is off: turn on the setting agentTerminals.api.enabled.',
      );
    }
    if (tcp() === 'never') {
      throw new SessionError(
        'ILLEGAL_STATE',
        'The setting agentTerminals.api.tcp is "never": programs can use the socket only.',
      );
    }
    const connection = await this.connectPort();
    await this.publish();
    return connection;
  }

  /** The socket and the token for calls of this process, which needs no file. */
  async connectSelf(): Promise<{ readonly socket: string; readonly token: string }> {
    return { socket: await this.deps.server.start(), token: this.deps.tokens.owner };
  }

  dispose(): void {
    this.file.dispose();
  }

  /** Logs a problem once, not at each change of settings. */
  private report(problem: string): void {
    if (problem !== this.reported) {
      this.reported = problem;
      this.deps.logger.warn(problem);
    }
  }

  private async connectPort(): Promise<ApiConnection> {
    const { server, tokens } = this.deps;
    const port = await server.openPort();
    tokens.ofPort ??= newToken();
    return { url: `http://127.0.0.1:${port}`, token: tokens.ofPort };
  }

  private async publish(): Promise<void> {
    const { server, tokens, folders, hostname, version, tcp } = this.deps;
    if (tcp() === 'always') {
      // Programs can use the socket all the same.
      await this.connectPort().catch((error: unknown) =>
        this.report(`The API has no port on 127.0.0.1: ${toMessage(error)}`),
      );
    }
    await this.file.put({
      pid: process.pid,
      startTime: readStartTime(process.pid) ?? UNKNOWN_START,
      hostname,
      socket: await server.start(),
      url: server.port === undefined ? undefined : `http://127.0.0.1:${server.port}`,
      token: tokens.owner,
      version,
      folders: folders().map((folder) => ({ path: folder.path, token: tokens.tokenOf(folder) })),
    });
    if (!this.deps.isEnabled()) {
      // It was turned off meanwhile.
      await this.file.remove();
    }
    await this.deps.install();
  }
}

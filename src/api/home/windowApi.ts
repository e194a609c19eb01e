import { join } from 'node:path';
import type { FolderRef } from '../../agents/agentService';
import { SessionError, toMessage } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { ApiServer } from '../apiServer';
import type { ApiTokens } from '../auth/apiTokens';
import { readStartTime } from '../../base/readStartTime';
import type { Connections } from '../auth/connections';
import { WindowFile, type WindowFileDeps } from './windowFile';

/** The directory in `~/.agent-terminals` with one file per window. */
const WINDOWS = 'windows';

/** Used where the system does not report the start time of a process. */
const UNKNOWN_START = 'unknown';

/** The address and token that a program needs to call the API. */
export interface ApiConnection {
  readonly url: string;
  readonly token: string;
}

interface WindowApiDeps extends Omit<WindowFileDeps, 'directory'> {
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly server: Pick<ApiServer, 'start'>;
  readonly tokens: ApiTokens;
  readonly connections: Pick<Connections, 'review'>;
  readonly folders: () => readonly FolderRef[];
  readonly isEnabled: () => boolean;
  /** Installs the programs that call the API. Never rejects. */
  readonly install: () => Promise<unknown>;
  /** The version of the extension. */
  readonly version: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Starts the API when it is enabled, publishes its address in a file for programs, and ends
 * connections whose access has ended.
 */
export class WindowApi implements Disposable {
  private readonly file: WindowFile;

  constructor(private readonly deps: WindowApiDeps) {
    this.file = new WindowFile({ ...deps, directory: join(deps.home, WINDOWS) });
  }

  /** Must be called after a change of folders or settings. Never rejects; failures are logged. */
  async update(): Promise<void> {
    this.deps.connections.review();
    try {
      await (this.deps.isEnabled() ? this.publish() : this.file.remove());
    } catch (error) {
      this.deps.logger.warn(`Programs cannot find the API of this window: ${toMessage(error)}`);
    }
  }

  /** @throws {SessionError} `ILLEGAL_STATE` if the API is off. */
  async connection(): Promise<ApiConnection> {
    if (!this.deps.isEnabled()) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'The API is off: turn on the setting agentTerminals.api.enabled.',
      );
    }
    const port = await this.deps.server.start();
    return { url: `http://127.0.0.1:${port}`, token: this.deps.tokens.owner };
  }

  dispose(): void {
    this.file.dispose();
  }

  private async publish(): Promise<void> {
    const { tokens, folders, hostname, version } = this.deps;
    const startTime = readStartTime(process.pid) ?? UNKNOWN_START;
    const connection = await this.connection();
    await this.file.put({
      ...{ pid: process.pid, startTime, hostname, version },
      ...connection,
      folders: folders().map((folder) => ({ path: folder.path, token: tokens.tokenOf(folder) })),
    });
    await this.deps.install();
  }
}

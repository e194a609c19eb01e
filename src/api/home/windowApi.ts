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

/** The directory in our home with a file for each window. */
const WINDOWS = 'windows';

/** Where the system does not show when a process was started. */
const UNKNOWN_START = 'unknown';

/** What a program needs to call the API. */
export interface ApiConnection {
  readonly url: string;
  readonly token: string;
}

export interface WindowApiDeps extends Omit<WindowFileDeps, 'directory'> {
  /** Where our own files lie in the person's home, such as `~/.agent-terminals`. */
  readonly home: string;
  readonly server: Pick<ApiServer, 'start'>;
  readonly tokens: ApiTokens;
  readonly connections: Pick<Connections, 'review'>;
  readonly folders: () => readonly FolderRef[];
  readonly isEnabled: () => boolean;
  /** Puts the programs that call the API in their place; never rejects. */
  readonly install: () => Promise<unknown>;
  /** The extension's. */
  readonly version: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Has the API listen while it is on, and tells programs where; who may use it no more has to leave. */
export class WindowApi implements Disposable {
  private readonly file: WindowFile;

  constructor(private readonly deps: WindowApiDeps) {
    this.file = new WindowFile({ ...deps, directory: join(deps.home, WINDOWS) });
  }

  /** The folders or the setting may be others now. Never rejects: the log is told. */
  async update(): Promise<void> {
    this.deps.connections.review();
    try {
      await (this.deps.isEnabled() ? this.publish() : this.file.remove());
    } catch (error) {
      this.deps.logger.warn(`Programs cannot find the API of this window: ${toMessage(error)}`);
    }
  }

  /** @throws {SessionError} `ILLEGAL_STATE` where the API is off. */
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

import type { FolderRef } from '../../agents/folderRef';
import { hasLiveAgent } from '../../pty/liveAgent';
import type { SessionService } from '../../pty/sessionService';
import type { Access } from '../../operations/access/access';
import { ApiError } from '../../operations/apiError';
import { newToken, type SessionTokens } from './sessionTokens';
import { isSameSecret } from '../../base/sameSecret';

interface ApiTokensDeps {
  /** The tokens with which agents drive sessions. */
  readonly agents: Pick<SessionTokens, 'sessionOf'>;
  /** The tokens with which agents report hook events. */
  readonly hooks: Pick<SessionTokens, 'sessionOf'>;
  readonly sessions: SessionService;
  /** The workspace folders that are open now. */
  readonly folders: () => readonly FolderRef[];
  /** The folder that a session belongs to; undefined if it belongs to none. */
  readonly folderOf: (ptyId: string) => FolderRef | undefined;
  /** Whether agents may use the API for their own folder: the setting `agentsMayDrive`. */
  readonly agentsMayDrive: () => boolean;
}

/**
 * The tokens of the window, 256 random bits each in base64url, and the access that each one gives.
 */
export class ApiTokens {
  /** Gives access to all sessions of the window. */
  readonly owner = newToken();
  /** As {@link owner}, for programs that use the port on 127.0.0.1; undefined while it is closed. */
  ofPort: string | undefined;
  private readonly ofFolders = new Map<string, string>();

  constructor(private readonly deps: ApiTokensDeps) {}

  /** Returns the folder's token; each call returns the same one. */
  tokenOf(folder: FolderRef): string {
    const token = this.ofFolders.get(folder.uri) ?? newToken();
    this.ofFolders.set(folder.uri, token);
    return token;
  }

  /** The tokens of the window, its port and its folders. */
  all(): readonly string[] {
    const ofPort = this.ofPort === undefined ? [] : [this.ofPort];
    return [this.owner, ...ofPort, ...this.deps.folders().map((folder) => this.tokenOf(folder))];
  }

  /**
   * Returns the access that a token gives; undefined for an unknown token. Takes the same time for
   * any token, so that timing reveals nothing about it.
   * @throws {ApiError} `SESSION_USER_MISMATCH` for an agent's token that does not give access now.
   */
  accessOf(token: string): Access | undefined {
    const isOwner = [this.owner, this.ofPort].filter((one) => isSameSecret(one, token)).length > 0;
    const folder = this.deps
      .folders()
      .filter((one) => isSameSecret(this.tokenOf(one), token))
      .at(0);
    const ptyId = this.deps.agents.sessionOf(token);
    const isHook = this.deps.hooks.sessionOf(token) !== undefined;
    if (isOwner) {
      return { folder: 'all', by: 'person' };
    }
    if (folder) {
      return { folder, by: 'person' };
    }
    if (isHook) {
      throw new ApiError('SESSION_USER_MISMATCH', 'The token is valid for hook events only.');
    }
    return ptyId === undefined ? undefined : this.accessOfAgent(ptyId);
  }

  private accessOfAgent(ptyId: string): Access | undefined {
    const session = this.deps.sessions.get(ptyId);
    // A shell that follows the agent still has the token in its environment.
    if (!session || !hasLiveAgent(session)) {
      return undefined;
    }
    const folder = this.deps.folderOf(ptyId);
    if (!folder || !this.deps.agentsMayDrive()) {
      throw new ApiError(
        'SESSION_USER_MISMATCH',
        'The setting agentTerminals.agentsMayDrive is off, or the session belongs to no folder of the window.',
      );
    }
    return { folder, by: 'agent', session: ptyId };
  }
}

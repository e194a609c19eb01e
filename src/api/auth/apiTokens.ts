import { randomBytes } from 'node:crypto';
import type { FolderRef } from '../../agents/agentService';
import { parsePtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionService } from '../../pty/sessionService';
import type { Access } from './access';
import { ApiError } from '../http/apiError';
import type { HookTokens } from '../hooks/hookTokens';
import { isSameSecret } from '../../base/sameSecret';

interface ApiTokensDeps {
  readonly agents: Pick<HookTokens, 'sessionOf'>;
  readonly sessions: Pick<SessionService, 'get'>;
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
  private readonly ofFolders = new Map<string, string>();

  constructor(private readonly deps: ApiTokensDeps) {}

  /** Returns the folder's token; each call returns the same one. */
  tokenOf(folder: FolderRef): string {
    const token = this.ofFolders.get(folder.uri) ?? newToken();
    this.ofFolders.set(folder.uri, token);
    return token;
  }

  /**
   * Returns the access that a token gives; undefined for an unknown token. Takes the same time for
   * any token, so that timing reveals nothing about it.
   * @throws {ApiError} `SESSION_USER_MISMATCH` for an agent's token if agents may not use the API.
   */
  accessOf(token: string): Access | undefined {
    const isOwner = isSameSecret(this.owner, token);
    const folder = this.deps
      .folders()
      .filter((one) => isSameSecret(this.tokenOf(one), token))
      .at(0);
    const ptyId = this.deps.agents.sessionOf(token);
    if (isOwner) {
      return { folder: 'all', by: 'person' };
    }
    if (folder) {
      return { folder, by: 'person' };
    }
    return ptyId === undefined ? undefined : this.accessOfAgent(ptyId);
  }

  private accessOfAgent(ptyId: string): Access | undefined {
    const session = this.deps.sessions.get(ptyId);
    if (!session || session.state === 'terminated') {
      return undefined;
    }
    const folder = this.deps.folderOf(ptyId);
    if (!folder || !this.deps.agentsMayDrive()) {
      throw new ApiError(
        'SESSION_USER_MISMATCH',
        'An agent’s token is valid for its own hook events only. The setting agentTerminals.agentsMayDrive extends it to the sessions of its folder.',
      );
    }
    // In a session of a bare shell or another program, the person has started what runs there.
    const isShell = parsePtyId(ptyId)?.providerId === SHELL_PROVIDER_ID;
    return { folder, by: isShell ? 'person' : 'agent' };
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

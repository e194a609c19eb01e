import { cliIdOf, type ProviderDefinition } from '../providers/model/providerDefinition';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import { parsePtyId } from '../pty/ptyId';
import type { SessionInfo } from '../pty/sessionService';
import { findTaskOfSession } from '../tasks/taskOfSession';
import type { TaskStore } from '../tasks/taskStore';
import type { FolderRef } from './folderRef';
import type { AgentSettings } from './start/agentSettings';

/**
 * Returns the id of the CLI of a session in `workDir`, which may have ended: its provider, or the one
 * of which that is a preset.
 */
export type CliOf = (ptyId: string, workDir: string) => string;

/** Finds the settings and the provider of a session by the folder of its task, or its directory. */
export class SessionProviders {
  constructor(
    private readonly deps: {
      readonly folders: () => readonly FolderRef[];
      readonly registry: ProviderRegistry;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
      readonly tasks: TaskStore;
    },
  ) {}

  readonly settingsFor = ({ id, workDir }: Pick<SessionInfo, 'id' | 'workDir'>): AgentSettings => {
    const { folders, settingsOf, tasks } = this.deps;
    const task = findTaskOfSession(tasks.list(), id);
    return settingsOf(task?.folder ?? folders().find(({ path }) => path === workDir)?.uri);
  };

  /** The provider with the overrides of the session's settings; undefined for a shell. */
  readonly providerOf = (
    session: Pick<SessionInfo, 'id' | 'workDir'>,
  ): ProviderDefinition | undefined =>
    this.deps.registry.find(
      parsePtyId(session.id)?.providerId ?? '',
      this.settingsFor(session).providers,
    );

  readonly cliOf: CliOf = (ptyId, workDir) => {
    const id = parsePtyId(ptyId)?.providerId ?? '';
    const { providers } = this.settingsFor({ id: ptyId, workDir });
    const provider = this.deps.registry.find(id, providers);
    return provider ? cliIdOf(provider) : id;
  };
}

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentSettings } from '../../src/agents/start/agentSettings';
import { DisposableStore } from '../../src/base/lifecycle';
import { nullLogger } from '../../src/base/logger';
import { createCore, type Core } from '../../src/main/core';
import { AGENT_SETTINGS } from '../../test/support/agents/agentSettings';
import { LIMITS, type BenchContext } from './benchContext';

const SHUTDOWN_MS = 4000;

export interface BenchCoreOptions {
  readonly providers: AgentSettings['providers'];
  /** The user's home directory, which contains the rc files. */
  readonly home: string;
  /** Environment variables in addition to HOME, PATH and USER. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The extension's core without VS Code, for a user whose shell is bash. Its sessions run in this process. */
export class BenchCore {
  private readonly store = new DisposableStore();
  readonly core: Core;
  private readonly folder;

  constructor(options: BenchCoreOptions) {
    const path = folderOf(options.home);
    mkdirSync(path, { recursive: true });
    this.folder = { uri: `file://${path}`, path, name: 'folder' };
    this.core = this.create(options);
  }

  /** Starts an agent in a new task, as the command does. Returns the session's id. */
  async start(providerId = 'bench'): Promise<string> {
    const prepared = await this.core.launcher.prepareAgent({
      folder: this.folder,
      task: { kind: 'new', name: 'Bench' },
      providerId,
      conversation: 'auto',
      options: {},
    });
    await prepared.launch({ cols: 80, rows: 24 });
    return prepared.sessionId;
  }

  /** Ends its sessions. */
  async end(): Promise<void> {
    await this.core.shutdown(SHUTDOWN_MS);
    this.store.dispose();
  }

  private create({ providers, home, env }: BenchCoreOptions): Core {
    const changes = { spawnMode: 'shell', persistence: 'window', afterExit: 'keep' } as const;
    const settings = { ...AGENT_SETTINGS, ...changes, providers };
    return createCore(
      {
        logger: nullLogger,
        extensionPath: process.cwd(),
        appRoot: '',
        version: '0.1.0',
        appVersion: '1.103.0',
        env: { HOME: home, PATH: process.env['PATH'], USER: 'bench', ...env },
        storagePath: join(home, 'storage'),
        limits: () => ({ ...LIMITS, keepScreensOnDisk: false }),
        settingsOf: () => settings,
        isTrusted: () => true,
        hasWindow: true,
        isWatched: () => Promise.resolve(true),
        folders: () => [this.folder],
      },
      this.store,
    );
  }
}

/** The workspace folder of a core whose home directory is `home`. */
export function folderOf(home: string): string {
  return join(home, 'folder');
}

/** Settings in which the provider `bench` starts the program at `cli`. */
export function benchProvider(cli: string): AgentSettings['providers'] {
  return { bench: { cli, label: 'Bench', initialPromptFlag: '' } };
}

/** Creates a home directory whose `.bashrc` contains `rc`. Returns its path. */
export function makeHome(context: BenchContext, name: string, rc: string): string {
  const home = join(context.directory, name);
  mkdirSync(home);
  writeFileSync(join(home, '.profile'), '. "$HOME/.bashrc"\n');
  writeFileSync(join(home, '.bashrc'), rc);
  return home;
}

/** Writes a CLI in Node that prints `ready` and waits for input. Returns its path. */
export function makeNodeCli(context: BenchContext): string {
  const script = "process.stdout.write('ready\\n');process.stdin.resume();\n";
  const cli = context.writeFile('node-cli', Buffer.from(`#!${process.execPath}\n${script}`));
  chmodSync(cli, 0o755);
  return cli;
}

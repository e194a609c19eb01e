import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Loads the HTTP library now: a core loads it with its first request, which from the sources takes longer than hooks wait.
import '../../../src/api/http/httpLibrary';
import type { AgentSettings } from '../../../src/agents/start/agentSettings';
import type { FolderRef } from '../../../src/agents/folderRef';
import type { PreparedStart } from '../../../src/agents/preparedStart';
import type { StartAgentRequest } from '../../../src/agents/startRequests';
import { DisposableStore } from '../../../src/base/lifecycle';
import { nullLogger } from '../../../src/base/logger';
import { createCore, type Core } from '../../../src/main/core';
import type { PtyHandle } from '../../../src/pty/session/ptyHandle';
import { AGENT_SETTINGS } from './agentSettings';
import { provideCoreExtension } from '../coreExtension';
import { endHostIn } from '../host/endHostIn';
import { forgoCompletions } from '../pty/shellHome';
import { waitFor } from '../waitFor';
import { requireSession } from '../../../src/pty/sessionBackend';

/** An agent that prints how it was started, repeats its input, and exits on request. */
const AGENT = `#!/bin/sh
if [ "$1" = --version ]; then echo "1.2.3 (Fake)"; exit; fi
printf 'agent in %s size %s args:' "$PWD" "$(stty size)"
for arg in "$@"; do printf ' [%s]' "$arg"; done
printf '\\n'
while read -r line; do
  case $line in
    'hook token') echo "my hook token: $AGENT_TERMINALS_HOOK_TOKEN"; continue;;
    token) echo "my token: $AGENT_TERMINALS_TOKEN"; continue;;
    busy) echo "busy as $$."; exec sleep 600;;
    works) while echo 'still at work'; do sleep 1; done;;
  esac
  case $line in exit*) exit "\${line#exit}";; *) echo "heard: $line";; esac
done
`;

/** The output of a session so far. */
export interface Seen {
  text: string;
}

/** A complete core for each test, with its own home, folder and provider `fake`. */
export function useCore(): CoreFixture {
  const fixture = new CoreFixture();
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

/** One core for all tests of a suite whose agents start slowly; each test leaves it at rest. */
export function useSharedCore(): CoreFixture {
  const fixture = new CoreFixture();
  before(() => fixture.setUp());
  after(() => fixture.tearDown());
  return fixture;
}

class CoreFixture {
  private store = new DisposableStore();
  private settings = AGENT_SETTINGS;
  private ofFolder: Partial<AgentSettings> = {};
  private made: Core | undefined;
  home = '';
  folder = '';
  trusted = true;
  /** Whether a person has the windows open. */
  isWatched = true;
  maxSessions = 20;
  /** The directory of the extension; tests of session hosts build their own. */
  extensionPath = provideCoreExtension();
  /** The environment of the core; each start reads it again. */
  env: Record<string, string> = {};
  /** The messages that the core has logged as information or warnings. */
  log: string[] = [];

  get core(): Core {
    if (!this.made) {
      throw new Error('The core exists only while a test runs.');
    }
    return this.made;
  }

  async setUp(): Promise<void> {
    this.home = realpathSync(mkdtempSync(join(tmpdir(), 'agent-terminals-core-')));
    this.folder = join(this.home, "it's a folder");
    mkdirSync(this.folder);
    forgoCompletions(this.home);
    const cli = join(this.home, 'fake agent');
    writeFileSync(cli, AGENT);
    chmodSync(cli, 0o755);
    this.settings = {
      ...AGENT_SETTINGS,
      providers: { fake: { cli, label: 'Fake', initialPromptFlag: '' } },
    };
    this.ofFolder = {};
    this.trusted = true;
    this.isWatched = true;
    this.maxSessions = 20;
    this.env = {
      HOME: this.home,
      PATH: process.env['PATH'] ?? '',
      USER: 'tester',
      // The sockets of tmux disappear with the home.
      TMUX_TMPDIR: this.home,
    };
    this.log = [];
    this.store = new DisposableStore();
    this.made = this.create();
    await this.core.tasks.reload();
  }

  async tearDown(): Promise<void> {
    try {
      await this.endInTmux();
      await this.close();
    } finally {
      // The host must be found before the home is removed, which names it.
      await endHostIn(join(this.home, '.agent-terminals'));
      // A command of the core that is no longer awaited may still create its directory.
      rmSync(this.home, { recursive: true, maxRetries: 10 });
    }
  }

  /** Ends the window's core, calls `meanwhile`, and creates a new core, as a reload does. */
  async reopen(meanwhile: () => void = () => {}): Promise<void> {
    await this.close();
    meanwhile();
    this.store = new DisposableStore();
    this.made = this.create();
    await Promise.all([this.core.tasks.reload(), this.core.map.reload()]);
  }

  /** The core of another window; it ends with the first one. */
  openWindow(): Core {
    return this.create();
  }

  set(settings: Partial<AgentSettings>): void {
    this.settings = { ...this.settings, ...settings };
  }

  /** Settings that apply only to folders. */
  setInFolders(settings: Partial<AgentSettings>): void {
    this.ofFolder = settings;
  }

  /** The setting `providers`, as a person writes it. */
  rawProviders(): unknown {
    return this.settings.providers;
  }

  /** Closes the window and opens no other; the test ends with the one that {@link reopen} creates. */
  async closeWindow(): Promise<void> {
    await this.close();
    this.store = new DisposableStore();
    this.made = undefined;
  }

  folderRef(): FolderRef {
    return { uri: `file://${this.folder}`, path: this.folder, name: 'folder' };
  }

  readonly prepare = (change: Partial<StartAgentRequest> = {}): Promise<PreparedStart> =>
    this.core.launcher.prepareAgent({
      folder: this.folderRef(),
      task: { kind: 'new', name: 'Fix "it" / 🙂' },
      providerId: 'fake',
      conversation: 'auto',
      options: {},
      ...change,
    });

  readonly watch = async (sessionId: string): Promise<Seen> => {
    const seen = { text: '' };
    const onData = (data: string): string => (seen.text += data);
    await requireSession(this.core.sessions, sessionId).attach({ onData, onExit() {} });
    return seen;
  };

  readonly watchPty = (pty: PtyHandle): Seen => {
    const seen = { text: '' };
    pty.onData((data) => (seen.text += data));
    return seen;
  };

  readonly untilShown = (seen: Seen, words: string): Promise<void> =>
    waitFor(() => seen.text.includes(words), {
      limitMs: 20_000,
      what: () =>
        `the session to print ${JSON.stringify(words)}; it printed ${JSON.stringify(seen.text)}`,
    });

  private async close(): Promise<void> {
    await this.made?.shutdown(4000);
    this.store.dispose();
  }

  /** A window that closes leaves its sessions in tmux. */
  private async endInTmux(): Promise<void> {
    if (this.made) {
      const { sessions } = this.made;
      const inTmux = sessions.list().filter(({ persistence }) => persistence === 'tmux');
      await Promise.all(inTmux.map(async ({ id }) => sessions.find(id)?.kill()));
    }
  }

  private create(): Core {
    const note = (message: string): void => void this.log.push(message);
    return createCore(
      {
        logger: { ...nullLogger, info: note, warn: note },
        extensionPath: this.extensionPath,
        appRoot: '',
        version: '0.1.0',
        appVersion: '1.103.0',
        env: this.env,
        storagePath: join(this.home, 'storage'),
        limits: () => ({
          ...{ maxSessions: this.maxSessions, exitedRetentionMs: 60_000 },
          keepScreensOnDisk: false,
          screenWorker: 'auto',
        }),
        settingsOf: (folderUri) => ({ ...this.settings, ...(folderUri && this.ofFolder) }),
        isTrusted: () => this.trusted,
        folders: () => [this.folderRef()],
        hasWindow: true,
        isWatched: () => Promise.resolve(this.isWatched),
      },
      this.store,
    );
  }
}

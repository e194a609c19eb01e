// @ts-check
import { randomBytes } from 'node:crypto';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { environmentWithout } from '../environmentWithout.mjs';
import { ProcessGroup } from '../processGroup.mjs';
import { runProgram } from '../runProgram.mjs';

const START_TIMEOUT_MS = 60_000;
const INSTALL_TIMEOUT_MS = 120_000;

/** The one of VS Code's own extensions that a bare server has: its colour themes. */
const THEMES = 'theme-defaults';

/**
 * @typedef {object} ServerOptions
 * @property {import('./codeServer.mjs').ServerInstallation} installation
 * @property {string} directory its data, settings and extensions; created if missing
 * @property {Readonly<Record<string, unknown>>} settings the user's settings
 * @property {NodeJS.ProcessEnv} [env] inherited by programs in it; this process's by default
 * @property {number} [port] any free one by default
 * @property {boolean} [bare] without VS Code's own extensions, such as the one for git: its windows open with a fifth
 * less work
 * @property {boolean} [smokeTestDriver] allows a page to name an extension under development and its tests
 */

/**
 * The arguments of VS Code that install .vsix files.
 * @param {readonly string[]} files
 */
export function installArguments(files) {
  return [...files.flatMap((file) => ['--install-extension', file]), '--force'];
}

/** A VS Code server on loopback, with its own profile. */
export class VsCodeServer {
  /** @param {ServerOptions} options */
  constructor(options) {
    this.options = options;
    this.origin = '';
    this.token = randomBytes(24).toString('hex');
    /** @type {ProcessGroup | undefined} */
    this.group = undefined;
  }

  /**
   * Installs .vsix files. Call it before {@link start}, or reload the window afterwards.
   * @param {readonly string[]} files
   */
  async installExtension(...files) {
    await runProgram(
      this.options.installation.node,
      [...this.#commonArguments(), ...installArguments(files)],
      { env: this.#environment(), timeoutMs: INSTALL_TIMEOUT_MS },
    );
  }

  /**
   * Starts it and waits until it responds.
   * @throws with one sentence if the port is in use, else with the end of its output
   */
  async start() {
    const { directory, installation, port = 0, settings, smokeTestDriver } = this.options;
    await this.writeSettings(settings);
    const builtIn = await this.#builtIn();
    const tokenFile = join(directory, 'connection-token');
    await rm(tokenFile, { force: true });
    await writeFile(tokenFile, this.token, { mode: 0o600 });
    this.group = new ProcessGroup(
      installation.node,
      [
        ...this.#commonArguments(),
        ...['--host', '127.0.0.1', '--port', String(port)],
        ...['--connection-token-file', tokenFile],
        ...builtIn,
        ...(smokeTestDriver === true ? ['--enable-smoke-test-driver'] : []),
      ],
      { env: this.#environment() },
    );
    this.origin = await this.#waitForOrigin(this.group, port);
  }

  /**
   * The address of a page, with the token that grants access.
   * @param {Readonly<Record<string, string>>} parameters such as `folder` or `workspace`
   */
  address(parameters) {
    return `${this.origin}/?${new URLSearchParams({ tkn: this.token, ...parameters }).toString()}`;
  }

  /**
   * Replaces the user's settings, and the machine's by those of an extension: in a window on a
   * server VS Code reads settings of scope `machine` or `machine-overridable` only from there.
   * They also apply to a running window.
   * @param {Readonly<Record<string, unknown>>} settings
   */
  async writeSettings(settings) {
    const own = Object.entries(settings).filter(([key]) => key.startsWith('agentTerminals.'));
    await this.#writeFile(['Machine', 'settings.json'], Object.fromEntries(own));
    await this.#writeFile(['User', 'settings.json'], settings);
  }

  /**
   * Replaces the user's keybindings, also in a running window.
   * @param {readonly Readonly<Record<string, unknown>>[]} keybindings
   */
  async writeKeybindings(keybindings) {
    await this.#writeFile(['User', 'keybindings.json'], keybindings);
  }

  /** The output of the server and its extension hosts, for error messages. */
  get output() {
    return this.group?.output ?? '';
  }

  /** Ends it and all processes that it has started. */
  async end() {
    await this.group?.end();
  }

  /**
   * @param {readonly [place: 'Machine' | 'User', name: string]} path
   * @param {unknown} value
   */
  async #writeFile([place, name], value) {
    const directory = join(this.options.directory, 'data', place);
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, name), JSON.stringify(value, undefined, 2));
  }

  /** @returns {Promise<readonly string[]>} the arguments that name the directory of VS Code's own extensions */
  async #builtIn() {
    const { bare, directory, installation } = this.options;
    if (bare !== true) {
      return [];
    }
    const all = join(dirname(installation.main), '..', 'extensions');
    const own = join(directory, 'built-in');
    await cp(join(all, THEMES), join(own, THEMES), { recursive: true });
    return ['--builtin-extensions-dir', own];
  }

  #commonArguments() {
    const { directory, installation } = this.options;
    return [
      installation.main,
      '--accept-server-license-terms',
      '--disable-telemetry',
      ...['--server-data-dir', directory],
      ...['--extensions-dir', join(directory, 'extensions')],
    ];
  }

  #environment() {
    return environmentWithout(['CODE_SERVER_PARENT_PID'], this.options.env);
  }

  /**
   * @param {ProcessGroup} group
   * @param {number} port
   */
  async #waitForOrigin(group, port) {
    const pattern = /agent listening on (\d+)|EADDRINUSE/;
    const [, actual] = await group.waitForOutput(pattern, START_TIMEOUT_MS);
    if (actual === undefined) {
      throw new Error(`Port ${port} is taken by another program; choose another with --port.`);
    }
    return `http://127.0.0.1:${actual}`;
  }
}

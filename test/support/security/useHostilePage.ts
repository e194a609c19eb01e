import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { printLine } from '../../../scripts/lib/printLine.mjs';
import { findChromium, launchChromium } from '../../../scripts/lib/vscode/chromium.mjs';

/** A name of the attacker's, which leads to this machine. */
export const EVIL = 'evil.example';

/** The path of a page without an origin. */
export const SANDBOXED = '/sandboxed';

const SCRIPT = join(ROOT, 'test', 'support', 'security', 'hostilePage.js');

/** Sends a request on behalf of the page. */
const WORKER = `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('message', ({ data, ports: [port] }) =>
  fetch(data, { method: 'POST', mode: 'no-cors' })
    .then(({ type }) => port.postMessage(type), () => port.postMessage('failed')));`;

/** What a page got from the API, by the way in which it tried; see `hostilePage.js`. */
export type Loot = Readonly<Record<string, string>>;

interface Attack {
  /** The origin that is attacked. */
  readonly origin: string;
  readonly token: string;
  readonly body: string;
}

/** A browser for a suite, and the server of the attacker's pages. Skips the suite without Chromium. */
export function useHostilePage(): HostilePage {
  const page = new HostilePage();
  before('Chromium is installed and starts', async function () {
    if (findChromium() === undefined) {
      this.skip();
    }
    await page.setUp().catch((error: unknown) => {
      printLine(String(error));
      this.skip();
    });
  });
  after(() => page.tearDown());
  return page;
}

class HostilePage {
  private browser: Browser | undefined;
  private server: Server | undefined;

  async setUp(): Promise<void> {
    this.server = createServer((request, response) => {
      const isWorker = request.url === '/worker.js';
      if (request.url === SANDBOXED) {
        response.setHeader('content-security-policy', 'sandbox allow-scripts allow-forms');
      }
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      response.end(isWorker ? WORKER : html());
    });
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.browser = await launchChromium([
      `--host-resolver-rules=MAP ${EVIL} 127.0.0.1`,
      // Newer browsers keep some pages away from this machine; the server must not depend on that.
      '--disable-features=LocalNetworkAccessChecks',
    ]);
  }

  async tearDown(): Promise<void> {
    await this.browser?.close();
    this.server?.closeAllConnections();
    this.server?.close();
  }

  /** The origin of a page at the attacker's own port of this machine. */
  at(host: string): string {
    return `http://${host}:${(this.server?.address() as AddressInfo).port}`;
  }

  /** Opens the attacker's page and runs its attack. */
  attackFrom(url: string, attack: Attack): Promise<Loot> {
    return this.run(url, attack, async () => {});
  }

  /**
   * The same for a page that came from the attacker's server at `origin`, whose name has led to this
   * machine since (DNS rebinding).
   */
  attackRebound(origin: string, attack: Attack): Promise<Loot> {
    return this.run(`${origin}/`, attack, (page) =>
      page.route(`${origin}/`, (route) =>
        route.fulfill({ contentType: 'text/html', body: html() }),
      ),
    );
  }

  private async run(
    url: string,
    { origin, token, body }: Attack,
    prepare: (page: Page) => Promise<unknown>,
  ): Promise<Loot> {
    const context = await this.browser?.newContext();
    const page = await context?.newPage();
    if (!page) {
      throw new Error('The browser exists only while a suite runs.');
    }
    try {
      await prepare(page);
      await page.goto(url);
      const words = [origin, token, body].map((word) => JSON.stringify(word));
      return await page.evaluate<Loot>(`attack(${words.join()})`);
    } finally {
      await context?.close();
    }
  }
}

function html(): string {
  return `<!doctype html><body><script>${readFileSync(SCRIPT, 'utf8')}</script>`;
}

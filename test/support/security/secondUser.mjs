// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * The program of another user of the machine: reads calls from its standard input, one in JSON on each
 * line, and prints the result of each. It uses Node alone, because that user cannot read the checkout.
 * What it holds open ends with its standard input.
 */

/** @typedef {{readonly [field: string]: any}} Call */

/** What processes of all users show on their command lines, each text once. */
const lines = new Set();
/** What was sent to the sockets of this program. */
let received = '';

/** @type {Readonly<Record<string, (call: Call) => unknown>>} */
const CALLS = {
  connect: ({ path }) => dial({ path }),
  list: async ({ path }) => void (await fs.readdir(path)),
  read: async ({ path }) => void (await fs.readFile(path)),
  open: async ({ path }) => (await fs.open(path)).close(),
  type: async ({ path }) => fs.writeFile(path, 'planted\r', { flag: 'r+' }),
  put: ({ path, text = '' }) => fs.writeFile(path, text),
  remove: ({ path }) => fs.rm(path, { recursive: true }),
  move: ({ path, to }) => fs.rename(path, to),
  allow: ({ path }) => fs.chmod(path, 0o777),
  makeDirectory: ({ path, mode = 0o777 }) => fs.mkdir(path, { mode }),
  link: ({ path, to }) => fs.symlink(to, path),
  signal: ({ pid, name }) => void process.kill(pid, name),
  listen: ({ path, port, relay }) => listen(relay, path === undefined ? { port } : { path }),
  received: () => received,
  dialMany: ({ port, count }) => dialMany(port, count),
  guess: ({ url, count }) => guess(url, count),
  request: ({ url }) => request(url),
  watchCommandLines: () => void setInterval(readCommandLines, 1),
  commandLines: () => [...lines],
};

for await (const line of createInterface({ input: process.stdin })) {
  const call = /** @type {Call} */ (JSON.parse(line));
  process.stdout.write(`${JSON.stringify(await answer(call))}\n`);
}
process.exit();

/** @param {Call} call */
async function answer(call) {
  try {
    return { kind: 'done', value: await CALLS[call['way']]?.(call) };
  } catch (error) {
    return { kind: 'failed', code: /** @type {NodeJS.ErrnoException} */ (error).code };
  }
}

/**
 * @param {import('node:net').NetConnectOpts} to
 * @returns {Promise<void>}
 */
function dial(to) {
  return new Promise((resolve, reject) => {
    const socket = connect(to, () => resolve());
    socket.on('error', reject);
  });
}

/**
 * @param {number} port
 * @param {number} count
 */
async function dialMany(port, count) {
  for (let index = 0; index < count; index++) {
    await dial({ host: '127.0.0.1', port }).catch(() => undefined);
  }
}

/**
 * Listens, and answers each request with that of the URL at `relay`, if any.
 * @param {string | undefined} relay
 * @param {import('node:net').ListenOptions} where
 * @returns {Promise<number | undefined>} the port
 */
function listen(relay, where) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', async (data) => {
      received += data.toString('latin1');
      const path = /^GET (\S+)/.exec(data.toString('latin1'))?.[1];
      const text = relay && path ? (await request(relay + path)).text : '';
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', ...where }, () => {
      const address = server.address();
      resolve(typeof address === 'object' ? address?.port : undefined);
    });
  });
}

/**
 * @param {string} url
 * @param {string} [authorization]
 * @returns {Promise<{status: number, text: string}>}
 */
function request(url, authorization) {
  const headers = authorization === undefined ? {} : { authorization };
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
  });
}

/**
 * Tries random tokens, eight at a time; returns the statuses of the responses.
 * @param {string} url
 * @param {number} count
 */
async function guess(url, count) {
  /** @type {number[]} */
  const statuses = [];
  const work = async () => {
    for (let index = 0; index < count / 8; index++) {
      const token = `${Math.random()}`.padEnd(43, 'x').slice(-43);
      const { status } = await request(url, `Bearer ${token}`).catch(() => ({ status: 0 }));
      statuses.push(status);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return statuses;
}

function readCommandLines() {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      lines.add(readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' '));
    } catch {
      // It has ended.
    }
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';

/** The companions of the CLIs whose files the tests write, by the id of the provider. */
export type CompanionKind = 'claude' | 'gemini' | 'qwen';

export const COMPANION_KINDS: readonly CompanionKind[] = ['claude', 'gemini', 'qwen'];

interface CompanionFacts {
  readonly port: number;
  /** The process that the file names. */
  readonly pid: number;
  readonly folders: readonly string[];
  readonly token?: string;
}

/** Writes the file of a companion as the real one does, with `home` as the person's; returns its path. */
export function writeCompanion(kind: CompanionKind, home: string, facts: CompanionFacts): string {
  const { path, content } = describeFile(kind, home, { token: 'a secret', ...facts });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
  return path;
}

function describeFile(
  kind: CompanionKind,
  home: string,
  { port, pid, folders, token: authToken }: Required<CompanionFacts>,
) {
  const workspacePath = folders.join(delimiter);
  switch (kind) {
    case 'claude': {
      const content = {
        pid,
        workspaceFolders: folders,
        ideName: 'Visual Studio Code',
        transport: 'ws',
        runningInWindows: false,
        authToken,
      };
      return { path: join(home, '.claude', 'ide', `${port}.lock`), content };
    }
    case 'gemini': {
      const name = `gemini-ide-server-${pid}-${port}.json`;
      const content = { port, workspacePath, authToken };
      return { path: join(home, 'gemini', 'ide', name), content };
    }
    case 'qwen': {
      const content = { port, workspacePath, ppid: pid, authToken, ideName: 'VS Code' };
      return { path: join(home, '.qwen', 'ide', `${port}.lock`), content };
    }
  }
}

/** A port at which a process listens. */
export interface Listener {
  readonly port: number;
  readonly pid: number;
  close(): Promise<void>;
}

/** Listens in this process, as a companion in the same extension host does. */
export async function listenHere(): Promise<Listener> {
  const server = createServer((socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => void (await new Promise((done) => server.close(done)));
  return { port, pid: process.pid, close };
}

const PROGRAM = `
const server = require('node:net').createServer();
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** Listens in another process, as a companion in the extension host of another window does. */
export async function listenElsewhere(): Promise<Listener> {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const close = async (): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { port: Number(line.toString()), pid: child.pid ?? 0, close };
}

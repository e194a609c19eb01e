import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The options of a request to a path of the API that listens at a socket. */
export function atSocket(socketPath: string, path: string): RequestOptions {
  return { socketPath, path };
}

/** The options of a request to an address on 127.0.0.1. */
export function atUrl(url: string, path: string): RequestOptions {
  const { hostname, port } = new URL(url);
  return { host: hostname, port, path };
}

/** A directory for sockets, for each test. */
export function useSocketDirectory(): { readonly path: string } {
  const directory = { path: '' };
  beforeEach(() => {
    directory.path = mkdtempSync(join(tmpdir(), 'agent-terminals-sockets-'));
  });
  afterEach(() => rmSync(directory.path, { recursive: true }));
  return directory;
}

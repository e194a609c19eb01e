import { hostname } from 'node:os';
import * as z from 'zod';
import { parseJson } from '../base/parseJson';
import { readOwnFile } from '../endpoint/readOwnFile';
import { SETTING_KEYS } from './contributions';
import { parseSettings, type RawSettings } from './parseSettings';
import type { Settings } from './settings';

const STORED = z.object({
  folder: z.object({ uri: z.string(), path: z.string(), name: z.string() }),
  /** Of the machine: others may share the home. */
  hostname: z.string(),
  /** The program that runs the core without a window. */
  program: z.string(),
  /** The extension's version and directory. */
  version: z.string(),
  extensionPath: z.string(),
  /** VS Code's version and directory. */
  appVersion: z.string(),
  appRoot: z.string(),
  /** The directory of the tasks, the session map and the leases. */
  storagePath: z.string(),
  /** The values that were in force in the folder, as JSON. */
  settings: z.record(z.string(), z.unknown()),
});

type Stored = Readonly<z.infer<typeof STORED>>;

/** The whole snapshot that a window stores of a trusted folder, for a core that runs without a window. */
export interface FolderSnapshot extends Omit<Stored, 'settings'> {
  readonly settings: Settings;
}

/** What a window stores: its settings unparsed, since the next version may parse them differently. */
export interface RawFolderSnapshot extends Omit<Stored, 'settings' | 'hostname'> {
  readonly settings: RawSettings;
}

export function formatFolderSnapshot(folder: RawFolderSnapshot): string {
  return `${JSON.stringify({ ...folder, hostname: hostname() }, undefined, 2)}\n`;
}

/**
 * Reads the snapshot that a window has stored.
 * @throws {Error} if the file is missing, cannot be read or has another form.
 */
export async function readFolderSnapshot(path: string): Promise<FolderSnapshot> {
  const stored = parseFolderSnapshot(await readOwnFile(path));
  if (!stored) {
    throw new Error(`${path} is not readable. Open its folder in VS Code to write it again.`);
  }
  return stored;
}

/** Undefined for a text of another form. Settings that are missing or invalid have their defaults. */
export function parseFolderSnapshot(text: string): FolderSnapshot | undefined {
  const json = parseJson(text);
  const parsed = json.kind === 'value' ? STORED.safeParse(json.value) : undefined;
  if (!parsed?.success) {
    return undefined;
  }
  const { settings, ...facts } = parsed.data;
  const values = SETTING_KEYS.map((key) => [key, settings[key]] as const);
  // The entries have every key of the record exactly once.
  const raw = Object.fromEntries(values) as RawSettings;
  // Without a window, no command can request a port, and none is opened.
  return { ...facts, settings: parseSettings({ ...raw, 'api.tcp': 'never' }).settings };
}

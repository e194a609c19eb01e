import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import type { RunCommand } from './runCommand';
import type { SessionSpec } from './sessionService';
import { parseTmuxFacts } from './tmuxFacts';
import { killTmuxSession, runTmux } from './tmuxKill';
import { getTmuxSessionName, tmuxLifeDirectory, type TmuxPlace } from './tmuxLine';
import { planTmuxAttach } from './tmuxPlan';
import { EXIT_OPTION, TMUX_FILES } from './tmuxScripts';

/** A session that lives in tmux, whoever began it. */
export interface TmuxSession {
  /** What goes on with it, in whichever window. */
  readonly spec: SessionSpec;
  /** Whether a client of tmux shows it now: another window, as a rule. */
  readonly isAttached: boolean;
  /** Whether its program has ended; its status waits to be read. */
  readonly hasEnded: boolean;
  /** Whether the directory that it was begun in is gone: no window can go on with it, but end it. */
  readonly isFolderGone: boolean;
}

export interface TmuxSessionsDeps {
  /** None where there is no tmux that would do, or its sessions cannot be. */
  readonly place: () => Promise<TmuxPlace | undefined>;
  readonly run: RunCommand;
  readonly isDirectory: (path: string) => boolean;
  readonly clock: Pick<Clock, 'now'>;
}

/** Files of a session that tmux does not know may be those of one that is about to begin, this long in milliseconds. */
const ABANDONED_AFTER_MS = 60_000;

const FIELDS = [
  ...[
    '#{session_name}',
    '#{@agent-terminals}',
    `#{?${EXIT_OPTION},1,#{pane_dead}}`,
    '#{session_attached}',
  ],
  ...['#{window_width}', '#{window_height}'],
];

/** What one line of tmux's list says. */
interface Row {
  readonly name: string;
  readonly life: string;
  readonly hasEnded: boolean;
  readonly isAttached: boolean;
  readonly cols: number;
  readonly rows: number;
}

/** Finds the sessions that live in tmux, by whatever window they were begun, and ends them. */
export class TmuxSessions {
  constructor(private readonly deps: TmuxSessionsDeps) {}

  /** Those of these workspace folders, by their URIs, that a window can go on with. Never rejects. */
  async find(folders: readonly string[]): Promise<readonly SessionSpec[]> {
    const all = await this.list();
    return all
      .filter(({ spec: { folder }, isFolderGone }) => !isFolderGone && isOneOf(folders, folder))
      .map(({ spec }) => spec);
  }

  /** All that are ours. Never rejects. */
  async list(): Promise<readonly TmuxSession[]> {
    const place = await this.deps.place();
    if (!place) {
      return [];
    }
    const rows = await this.listRows(place);
    await this.sweep(place, rows);
    const sessions = await Promise.all(rows.map((row) => this.describe(place, row)));
    return sessions.filter((session) => session !== undefined);
  }

  /** One of them; undefined where it is not there. Never rejects. */
  async get(id: string): Promise<TmuxSession | undefined> {
    const place = await this.deps.place();
    const [row] = place ? await this.askServer(place, getTmuxSessionName(id)) : [];
    return place && row && this.describe(place, row);
  }

  /** Ends one of them, that one exactly; nobody has to wait. Never rejects. */
  async kill(spec: SessionSpec): Promise<void> {
    const { tmux } = spec.program;
    if (tmux) {
      await killTmuxSession(this.deps.run, tmux);
    }
  }

  private async listRows(place: TmuxPlace): Promise<readonly Row[]> {
    const files = await readdir(place.directory).catch(() => []);
    const names = new Set(files.map((file) => file.slice(0, file.lastIndexOf('.'))));
    return (await Promise.all([...names].map((name) => this.askServer(place, name)))).flat();
  }

  private async askServer(place: TmuxPlace, name: string): Promise<readonly Row[]> {
    const ask = ['list-sessions', '-F', FIELDS.join(' ')];
    const told = (await runTmux(this.deps.run, { place, name }, ask)) ?? '';
    return told.split('\n').flatMap(parseRow);
  }

  private async describe(place: TmuxPlace, row: Row): Promise<TmuxSession | undefined> {
    const { name, life, cols, rows, isAttached, hasEnded } = row;
    const path = join(tmuxLifeDirectory({ place, name, life }), TMUX_FILES.facts);
    const facts = parseTmuxFacts(await readFile(path, 'utf8').catch(() => ''));
    if (!facts || getTmuxSessionName(facts.id) !== name) {
      return undefined;
    }
    const spec = planTmuxAttach(facts, { place, life, dimensions: { cols, rows } });
    return { spec, isAttached, hasEnded, isFolderGone: !this.deps.isDirectory(facts.cwd) };
  }

  /** Removes the files of sessions that are gone: with a server that was killed, say. */
  private async sweep({ directory }: TmuxPlace, rows: readonly Row[]): Promise<void> {
    const known = new Set(rows.map(({ name, life }) => `${name}.${life}`));
    const names = await readdir(directory).catch(() => []);
    const abandoned = this.deps.clock.now() - ABANDONED_AFTER_MS;
    for (const name of names.filter((one) => !known.has(one))) {
      const path = join(directory, name);
      const made = await stat(path).catch(() => undefined);
      if (made && made.mtimeMs < abandoned) {
        await rm(path, { recursive: true, force: true }).catch(() => {
          // Another window was quicker, or may do it next time.
        });
      }
    }
  }
}

function parseRow(line: string): Row[] {
  const [name = '', life = '', dead, attached, cols, rows] = line.split(' ');
  return /^[0-9a-z]+$/.test(life)
    ? [
        {
          name,
          life,
          hasEnded: dead === '1',
          isAttached: Number(attached) > 0,
          cols: Number(cols),
          rows: Number(rows),
        },
      ]
    : [];
}

function isOneOf(folders: readonly string[], folder: string | undefined): boolean {
  return folder !== undefined && folders.includes(folder);
}

import { rm, stat } from 'node:fs/promises';
import type { Clock } from '../../base/clock';
import { DEFAULT_DIMENSIONS } from '../ptyDimensions';
import type { SessionSpec } from '../sessionService';
import { endTmuxSession, type TmuxEndDeps } from './tmuxKill';
import { getTmuxSessionName, type TmuxPlace } from './tmuxLine';
import { listTmuxLives, placeOfLife, type TmuxLife } from './tmuxLives';
import { planTmuxAttach } from './tmuxPlan';
import { runTmux, type TmuxAnswer } from './tmuxRun';
import { isServerRunning, readTmuxServer } from './tmuxServer';
import { judgeTmuxLife, TMUX_ROW_FORMAT, type TmuxSighting } from './tmuxSighting';

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
  /** Whether its server runs and tells nothing; it counts as shown by another window meanwhile. */
  readonly isSilent: boolean;
}

/** What a look at all of tmux shows. */
export interface TmuxSurvey {
  readonly sessions: readonly TmuxSession[];
  /** Whether nothing else can be there: of what has files, all is known to run or to be gone. */
  readonly isWhole: boolean;
}

/** What a look at one life shows. */
interface TmuxLook {
  readonly session: TmuxSession | undefined;
  readonly isGone: boolean;
  /** Whether there is a tmux here: a home may be another machine's, too, where the session lives. */
  readonly isOfHere: boolean;
}

export interface TmuxSessionsDeps extends TmuxEndDeps {
  /** Where the files of all lives lie. */
  readonly directory: string;
  /** None where there is no tmux that would do, or its sessions cannot be. */
  readonly place: () => Promise<TmuxPlace | undefined>;
  readonly isDirectory: (path: string) => boolean;
  readonly clock: Pick<Clock, 'now'>;
}

/** Files of a session that tmux does not know may be those of one that is about to begin, this long in milliseconds. */
const ABANDONED_AFTER_MS = 60_000;

/** Finds the sessions that live in tmux, by whatever window they were begun, and ends them. */
export class TmuxSessions {
  constructor(private readonly deps: TmuxSessionsDeps) {}

  /** All that are ours, as far as that can be told. Never rejects. */
  async list(): Promise<readonly TmuxSession[]> {
    return (await this.survey()).sessions;
  }

  /** The same, and whether that is all. Never rejects. */
  async survey(): Promise<TmuxSurvey> {
    const lives = await listTmuxLives(this.deps.directory);
    const looks = await this.lookAt(lives ?? []);
    const gone = (lives ?? []).filter((_, at) => looks[at]?.isGone && looks[at].isOfHere);
    await Promise.all(gone.map((life) => this.sweep(life)));
    return {
      sessions: looks.map(({ session }) => session).filter((session) => session !== undefined),
      isWhole: lives !== undefined && looks.every(({ session, isGone }) => isGone || session),
    };
  }

  /** One of them; undefined where it is not there. Never rejects. */
  async get(id: string): Promise<TmuxSession | undefined> {
    const lives = (await listTmuxLives(this.deps.directory)) ?? [];
    const looks = await this.lookAt(lives.filter(({ name }) => name === getTmuxSessionName(id)));
    return looks.map(({ session }) => session).find((session) => session !== undefined);
  }

  /** Ends one of them, that one exactly, with all that it started; nobody has to wait. Never rejects. */
  async kill(spec: SessionSpec): Promise<void> {
    const { tmux } = spec.program;
    if (tmux) {
      await endTmuxSession(this.deps, tmux);
    }
  }

  private async lookAt(lives: readonly TmuxLife[]): Promise<readonly TmuxLook[]> {
    // To look for tmux is to run it: whoever has no sessions there is spared that.
    const place = lives.length > 0 ? await this.deps.place() : undefined;
    return Promise.all(lives.map((life) => this.look(life, place && placeOfLife(place, life))));
  }

  private async look(life: TmuxLife, place: TmuxPlace | undefined): Promise<TmuxLook> {
    const answer = await this.ask(life, place);
    const server = isServerRunning(await readTmuxServer(life.directory));
    const sighting = judgeTmuxLife(life, answer, server);
    const session = place && this.describe(life, place, sighting);
    return { session, isGone: sighting.kind === 'gone', isOfHere: place !== undefined };
  }

  private async ask({ name }: TmuxLife, place: TmuxPlace | undefined): Promise<TmuxAnswer> {
    return place
      ? runTmux(this.deps.run, { name, place }, ['list-sessions', '-F', TMUX_ROW_FORMAT])
      : { kind: 'unknown' };
  }

  private describe(
    { facts, life }: TmuxLife,
    place: TmuxPlace,
    sighting: TmuxSighting,
  ): TmuxSession | undefined {
    if (!facts || sighting.kind === 'gone' || sighting.kind === 'unknown') {
      return undefined;
    }
    const { row } = sighting;
    const { cols, rows } = row ?? DEFAULT_DIMENSIONS;
    return {
      spec: planTmuxAttach(facts, { place, life, dimensions: { cols, rows } }),
      isAttached: row?.isAttached ?? true,
      hasEnded: row?.hasEnded ?? false,
      isFolderGone: !this.deps.isDirectory(facts.cwd),
      isSilent: !row,
    };
  }

  /** Removes the files of a session that is gone: with a server that was killed, say. */
  private async sweep({ directory }: TmuxLife): Promise<void> {
    const made = await stat(directory).catch(() => undefined);
    if (made && made.mtimeMs < this.deps.clock.now() - ABANDONED_AFTER_MS) {
      await rm(directory, { recursive: true, force: true }).catch(() => {
        // Another window was quicker, or may do it next time.
      });
    }
  }
}

import type { Transcript, TranscriptPlace, Transcripts } from './transcripts';

/**
 * Caches the list of each directory's transcripts, so that it is read once however many sessions
 * need it: a list may open up to 1000 files. Use an instance for one operation only, since it never
 * reads again.
 */
export class CachedTranscripts implements Transcripts {
  private readonly lists = new Map<string, Promise<readonly Transcript[]>>();

  constructor(private readonly transcripts: Transcripts) {}

  list(place: TranscriptPlace): Promise<readonly Transcript[]> {
    const key = JSON.stringify([place.provider.id, place.cwd, place.env]);
    const list = this.lists.get(key) ?? this.transcripts.list(place);
    this.lists.set(key, list);
    return list;
  }

  find(place: TranscriptPlace, id: string): ReturnType<Transcripts['find']> {
    return this.transcripts.find(place, id);
  }
}

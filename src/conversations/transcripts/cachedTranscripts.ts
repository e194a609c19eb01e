import type { Transcript, TranscriptLocation, Transcripts } from './transcripts';

/**
 * Caches the list of each directory's transcripts, so that it is read once however many sessions
 * need it: a list may open up to 1000 files. Use an instance for one operation only, since it never
 * reads again.
 */
export class CachedTranscripts implements Transcripts {
  private readonly lists = new Map<string, Promise<readonly Transcript[]>>();

  constructor(private readonly transcripts: Transcripts) {}

  list(location: TranscriptLocation): Promise<readonly Transcript[]> {
    const key = JSON.stringify([location.provider.id, location.cwd, location.env]);
    const list = this.lists.get(key) ?? this.transcripts.list(location);
    this.lists.set(key, list);
    return list;
  }

  find(location: TranscriptLocation, id: string): ReturnType<Transcripts['find']> {
    return this.transcripts.find(location, id);
  }
}

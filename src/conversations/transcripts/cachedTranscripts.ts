import type { Transcript, TranscriptPlace, Transcripts } from './transcripts';

/**
 * The transcripts as they are at one moment: each directory's are listed once, which may be up to a
 * thousand files to open, however many sessions ask. To be let go when that moment is over.
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

/** What a file that windows share holds, and how it is written down. */
export interface FileFormat<T> {
  /** The file's name. */
  readonly name: string;
  /** What it is, for the person: "The list of tasks". */
  readonly title: string;
  /** What it holds before it is there. */
  readonly empty: T;
  /** Never throws: what cannot be understood is left out and said. */
  readonly parse: (text: string) => ParsedFile<T>;
  readonly format: (content: T) => string;
}

export interface ParsedFile<T> {
  readonly content: T;
  /** What is wrong with the file, to be put in brackets; none if it was understood whole. */
  readonly damage: string | undefined;
  /** Written by a later version, to whose form nothing may be lost by writing ours. */
  readonly isNewer?: boolean;
}

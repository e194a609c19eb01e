/** The content of a file that windows share, and its format on disk. */
export interface FileFormat<T> {
  /** The file's name. */
  readonly name: string;
  /** What the file is, in words for the person: "The list of tasks". */
  readonly title: string;
  /** The content while the file does not exist. */
  readonly empty: T;
  /** Never throws. Parts that cannot be parsed are left out and reported as damage. */
  readonly parse: (text: string) => ParsedFile<T>;
  readonly format: (content: T) => string;
}

export interface ParsedFile<T> {
  readonly content: T;
  /**
   * What is wrong with the file, as a phrase for parentheses; undefined if all of it was parsed.
   */
  readonly damage: string | undefined;
  /**
   * Whether a later version of the extension wrote the file. Such a file is never overwritten,
   * since its additions would be lost.
   */
  readonly isNewer?: boolean;
}

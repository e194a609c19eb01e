/** The marked entry of a list, but no command or file that an input completes. */
export const ENTRY = /^\s*[❯›▶▸►➤→]\s+(?![/@])\S/;
/** The same without a gap: `>First`. Quotes have one. */
const TIGHT_ENTRY = /^\s*>(?=[\p{L}\p{N}])/u;
/** `Search…`, `⌕ Search settings…`, `/ to search`, `Type to filter`, or an empty field. */
export const SEARCH =
  /^\W*(?:(?:start )?typ(?:e|ing) to |\/ to |press \/ to )?(?:search|filter)\b.{0,60}$|^\s*[>❯›]$/i;

/** `No matches`, `No plugins installed.` */
const EMPTY =
  /^\W*no (?:[\w-]+ ){0,4}(?:match(?:es|ing)?|results|found|installed|configured|available|yet)\b/i;
const LIST_ROWS = 20;
/** At least four blank rows, as between a transcript and a page at the end of the screen. */
const GAP = '\n\n\n\n\n';
/** What stands in the place of entries: `Add a marketplace to browse plugins.` */
const SENTENCE = /^\s*[A-Z][^.:]*(?: [^\s.:]+){3,}\.$/;

/** Whether the rows above keys state that a list is empty, also in sentences below its search, and have no entry. */
export function isEmptyList(rows: readonly string[]): boolean {
  const near = withoutTranscript(rows)
    .filter((row) => row !== '')
    .slice(-LIST_ROWS);
  const search = near.findLastIndex((row) => SEARCH.test(row));
  const found = search < 0 ? [] : near.slice(search + 1);
  const isStated =
    near.some((row) => EMPTY.test(row)) ||
    (found.length > 0 && found.every((row) => SENTENCE.test(row)));
  return isStated && !near.some((row) => ENTRY.test(row) || TIGHT_ENTRY.test(row));
}

/** The rows below the last wide gap above the statement that a list is empty. */
function withoutTranscript(rows: readonly string[]): readonly string[] {
  const stated = rows.findLastIndex((row) => EMPTY.test(row));
  const gap = rows.slice(0, Math.max(stated, 0)).join('\n').lastIndexOf(GAP);
  return gap < 0 ? rows : rows.join('\n').slice(gap).split('\n');
}

/** SGR sequences. Splits a row into text, parameters, text and so on. */
const SGR_AND_TEXT = /\x1b\[([\d;:]*)m/;
/** The colour of text or of underlines, whose numbers must not be read as parameters. */
const OTHER_COLOUR = /(?:^|;)[35]8(?:;2(?:;\d+){3}|;5;\d+|:[\d:]+)/g;
const BACKGROUND = /(?:^|;)(4[0-79]|10[0-7]|48(?:;2(?:;\d+){3}|;5;\d+|:[\d:]+))(?=;|$)/;

interface ColouredRow {
  readonly text: string;
  /** The SGR parameter of the background, for each character of the text; empty for the default. */
  readonly backgrounds: readonly string[];
}

/**
 * Turns buttons in one row into a list with one option per row, which `readMenu` can read. The
 * marked button is the only one with its background; if no button has a background of its own, none
 * is marked.
 * @param coloured a screen as terminal output with SGR sequences.
 * @param labels the labels of the buttons.
 * @returns an empty list if no row of the screen has all labels.
 */
export function listButtons(coloured: string, labels: readonly string[]): readonly string[] {
  const row = coloured
    .split('\r\n')
    .map(parseRow)
    .findLast(({ text }) => labels.every((label) => text.includes(label)));
  const backgrounds = labels.map((label) => row?.backgrounds[row.text.indexOf(label)]);
  const isUnique = (background: string | undefined): boolean =>
    new Set(backgrounds).size === 2 &&
    backgrounds.filter((other) => other === background).length === 1;
  return row ? labels.map((label, at) => `${isUnique(backgrounds[at]) ? '❯' : ' '} ${label}`) : [];
}

function parseRow(row: string): ColouredRow {
  const pieces = ['0', ...row.split(SGR_AND_TEXT)];
  let background = '';
  let text = '';
  const backgrounds: string[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const [parameters = '', piece = ''] = pieces.slice(at, at + 2);
    background = backgroundAfter(parameters, background);
    text += piece;
    backgrounds.push(...Array.from({ length: piece.length }, () => background));
  }
  return { text, backgrounds };
}

function backgroundAfter(parameters: string, before: string): string {
  const rest = parameters.replace(OTHER_COLOUR, '');
  const own = BACKGROUND.exec(rest)?.[1];
  const kept = /^0?(?:;|$)/.test(parameters) ? '' : before;
  return own === '49' ? '' : (own ?? kept);
}

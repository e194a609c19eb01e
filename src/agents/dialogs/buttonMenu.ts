/** Splits a row into text, parameters, text, parameters, text. */
const SGR_AND_TEXT = /\x1b\[([\d;:]*)m/;
/** A colour of text or of underlines, in which numbers stand that mean nothing by themselves. */
const OTHER_COLOUR = /(?:^|;)[35]8(?:;2(?:;\d+){3}|;5;\d+|:[\d:]+)/g;
const GROUND = /(?:^|;)(4[0-79]|10[0-7]|48(?:;2(?:;\d+){3}|;5;\d+|:[\d:]+))(?=;|$)/;

interface ColouredRow {
  readonly text: string;
  /** Of each character of the text what SGR has made its background. */
  readonly grounds: readonly string[];
}

/**
 * Options that stand beside each other as a list below each other, as `readMenu` reads it. Which of
 * them is marked only its background tells, which no other has; where none has one of its own, none
 * is marked. Empty where no row of `coloured`, a screen as output for a terminal, has all of them.
 */
export function listButtons(coloured: string, labels: readonly string[]): readonly string[] {
  const row = coloured
    .split('\r\n')
    .map(parseRow)
    .findLast(({ text }) => labels.every((label) => text.includes(label)));
  const grounds = labels.map((label) => row?.grounds[row.text.indexOf(label)]);
  const isOwn = (ground: string | undefined): boolean =>
    new Set(grounds).size === 2 && grounds.filter((other) => other === ground).length === 1;
  return row ? labels.map((label, at) => `${isOwn(grounds[at]) ? '❯' : ' '} ${label}`) : [];
}

function parseRow(row: string): ColouredRow {
  const pieces = ['0', ...row.split(SGR_AND_TEXT)];
  let ground = '';
  let text = '';
  const grounds: string[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const [parameters = '', piece = ''] = pieces.slice(at, at + 2);
    ground = groundAfter(parameters, ground);
    text += piece;
    grounds.push(...Array.from({ length: piece.length }, () => ground));
  }
  return { text, grounds };
}

function groundAfter(parameters: string, before: string): string {
  const rest = parameters.replace(OTHER_COLOUR, '');
  const own = GROUND.exec(rest)?.[1];
  const kept = /^0?(?:;|$)/.test(parameters) ? '' : before;
  return own === '49' ? '' : (own ?? kept);
}

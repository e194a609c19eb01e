import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import { requestOf } from '../../../src/status/activity';
import { readScreen } from '../../../src/status/screens/readScreen';
import type { ReadableScreen } from '../../../src/status/screens/screenParts';
import { listRecordedScreens, readRecordedScreen } from './recordedScreens';

/** A dialog whose request can be approved, on one of the recorded screens. */
export interface RecordedDialog {
  readonly file: string;
  readonly provider: string;
  readonly screen: ReadableScreen;
  /** The text of its whole request. */
  readonly request: string;
}

/** A place in the command, file or folder of a recorded request. */
export interface CommandPlace {
  /** The index of the row on the screen. */
  readonly at: number;
  readonly row: string;
  readonly column: number;
}

/** The command, file or folder of a recorded request. */
const COMMAND =
  /echo stand-in-was-here > stand-in-wrote-this\.txt|echo fake-tool-ran > fake-tool\.txt|(?<=[│$] )(?:tar |cat |echo ').*|sh script\.sh; .*|hello from fake|fake-write\.txt|Trusting a folder allows|With your permission Command Code may|~\/app$|\/home\/dev\/\S+/g;

/** All dialogs with a whole request on the recorded screens. */
export function listRecordedDialogs(): readonly RecordedDialog[] {
  return listRecordedScreens().flatMap((file) => {
    const { provider, screen, expect } = readRecordedScreen(file);
    const request = readWholeRequest(provider, screen);
    return ['permission', 'trust'].includes(expect) && request !== undefined
      ? [{ file, provider, screen, request }]
      : [];
  });
}

/** The request that the rules of a provider read; undefined if the screen shows no whole one. */
export function readWholeRequest(provider: string, screen: ReadableScreen): string | undefined {
  const rules = BUILT_IN_PROVIDERS.find(({ id }) => id === provider)?.status.screen.rules ?? [];
  const reading = readScreen(rules, screen);
  const request = typeof reading === 'object' ? requestOf(reading.state) : undefined;
  return request?.kind === 'whole' ? request.text : undefined;
}

/** Each character of the command in a dialog. */
export function* commandPlaces({ screen, request }: RecordedDialog): Generator<CommandPlace> {
  const lines = request.split('\n');
  const rowOf = (line: string): number => screen.rows.findLastIndex((row) => row.includes(line));
  const [top, bottom] = [rowOf(lines[0] ?? ''), rowOf(lines.at(-1) ?? '')];
  for (const [at, row] of screen.rows.entries()) {
    for (const match of at < top || at > bottom ? [] : row.matchAll(COMMAND)) {
      for (let column = match.index; column < match.index + match[0].length; column++) {
        yield { at, row, column };
      }
    }
  }
}

/** The screen with another row at `at`. */
export function withRow(screen: ReadableScreen, at: number, row: string): ReadableScreen {
  return { ...screen, rows: screen.rows.with(at, row) };
}

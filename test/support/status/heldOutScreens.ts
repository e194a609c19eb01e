import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseScreenCase, type ScreenCase } from '../../../src/status/screens/screenCase';

/** A screen of a CLI with rules, recorded and classified without a look at what reads it. */
export interface HeldOutScreen extends ScreenCase {
  readonly file: string;
  readonly isDialog: boolean;
  /** Whether its agent opened it, or rests or works; otherwise the person opened it. */
  readonly isOfAgent: boolean;
}

/** As in a line of the packed file. */
interface Packed {
  readonly file: string;
  readonly isDialog: boolean;
  readonly openedBy: 'agent' | 'person';
  readonly text: string;
}

const FILE = join(__dirname, '../../fixtures/heldOut.jsonl.gz');

let packed: readonly Packed[] | undefined;

function unpack(): readonly Packed[] {
  packed ??= gunzipSync(readFileSync(FILE))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Packed);
  return packed;
}

export function listHeldOutScreens(): readonly HeldOutScreen[] {
  return unpack().map(toScreen);
}

/** @param file such as `tenth/droid/76x22/ask-bed.txt` */
export function readHeldOutScreen(file: string): HeldOutScreen {
  const found = unpack().find((one) => one.file === file);
  if (!found) {
    throw new Error(`There is no screen ${file} in ${FILE}.`);
  }
  return toScreen(found);
}

function toScreen({ file, isDialog, openedBy, text }: Packed): HeldOutScreen {
  return { ...parseScreenCase(text), file, isDialog, isOfAgent: openedBy === 'agent' };
}

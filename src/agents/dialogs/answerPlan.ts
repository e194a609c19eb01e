import type { AnswerKeys, OptionChoice } from '../../providers/model/answerFacts';
import { ARROW_DOWN, ARROW_LEFT, ARROW_RIGHT, ARROW_UP, ENTER } from '../../providers/model/keys';
import { readMenu, type MenuOption } from './answerMenu';

/** The key to type next to give an answer. */
export type AnswerStep =
  /** The key gives the answer. */
  | { readonly kind: 'answer'; readonly key: string }
  /** The key moves the mark towards the option; the screen has to be read again after it. */
  | { readonly kind: 'move'; readonly key: string }
  /** The screen does not show the effect of a key for certain; `why` is a clause with the reason. */
  | { readonly kind: 'impossible'; readonly why: string };

/** Labels of permanent approvals. An answer never chooses one. */
const PERMANENT =
  /\balways\b|\bnever\b|don['’]t ask|\bforever\b|\bsession\b|\bremember\b|\banything\b|\bauto\b/i;

/** The next step to the answer `keys` in a dialog that shows `screen`. */
export function planAnswer(
  keys: AnswerKeys,
  screen: readonly string[],
  verb: 'approve' | 'deny',
): AnswerStep {
  if (keys.kind === 'key') {
    return screen.some((row) => keys.shown.test(row))
      ? { kind: 'answer', key: keys.key }
      : impossible('it does not show the key for that');
  }
  const menu = readMenu(screen);
  const matches = (option: MenuOption): boolean =>
    keys.label.test(option.label) && !(verb === 'approve' && PERMANENT.test(wordsOf(option)));
  return planOption(menu, matches, keys.by);
}

/** The next step to the only option for which `matches` returns true. */
export function planOption(
  menu: readonly MenuOption[],
  matches: (option: MenuOption) => boolean,
  by: OptionChoice,
): AnswerStep {
  const [index, ...others] = menu.flatMap((option, at) => (matches(option) ? [at] : []));
  const target = index === undefined ? undefined : menu[index];
  if (index === undefined || !target || others.length > 0) {
    return impossible(
      menu.length === 0
        ? 'it shows no options'
        : `none of its options matches exactly: ${formatOptions(menu)}`,
    );
  }
  if (by === 'number' && target.number !== undefined) {
    return { kind: 'answer', key: target.number };
  }
  const marked = menu.findIndex((option) => option.marked);
  if (marked < 0 || menu.filter((option) => option.marked).length > 1) {
    return impossible('it does not show which of its options is marked');
  }
  if (marked === index) {
    return { kind: 'answer', key: ENTER };
  }
  const [back, on] = by === 'sideArrows' ? [ARROW_LEFT, ARROW_RIGHT] : [ARROW_UP, ARROW_DOWN];
  return { kind: 'move', key: marked < index ? on : back };
}

/** The text of an option without parentheses, which may contain a key or the name of a folder. */
function wordsOf({ label, rest }: MenuOption): string {
  return `${label} ${rest}`.replace(/\([^)]*\)/g, '');
}

/** The labels of the options, in quotes and separated by commas. */
export function formatOptions(menu: readonly MenuOption[]): string {
  return menu.map(({ label }) => `"${label}"`).join(', ');
}

function impossible(why: string): AnswerStep {
  return { kind: 'impossible', why };
}

/** What is typed to give an answer; {@link AnswerFacts} has one for each that a dialog takes. */
export type AnswerKeys =
  /** A key that the dialog itself names: nothing is typed where `shown` is not on the screen. */
  | { readonly kind: 'key'; readonly key: string; readonly shown: RegExp }
  /** An option of the list on the screen, known by its label, which no other option has. */
  | { readonly kind: 'option'; readonly label: RegExp; readonly by: OptionChoice };

/**
 * How an option of a list is taken: `number`: the digit before it takes it at once; `arrows`: the
 * arrow keys move the mark to it, and Enter takes what is marked; `sideArrows`: those to the sides do.
 */
export type OptionChoice = 'number' | 'arrows' | 'sideArrows';

/** The answers to a dialog that is allowed or refused. */
export interface DialogAnswers {
  /** Allows it this once, or, for trust, allows what was asked and no more; undefined = not known. */
  readonly approve?: AnswerKeys;
  /** Refuses it. */
  readonly deny?: AnswerKeys;
  /** All options, where they stand beside each other and only its background tells which is marked. */
  readonly buttons?: readonly string[];
}

/** The answers to a question with a list of options. */
export interface QuestionAnswers {
  /** Leaves it unanswered. */
  readonly deny?: AnswerKeys;
  readonly by: OptionChoice;
  /** The option that takes a text of the person's own, typed once it is marked; undefined = none. */
  readonly ownText?: RegExp;
}

/**
 * How a CLI's dialogs are answered by keyboard, by what they are about. What is left out is not
 * known, and is left to the person at the terminal.
 */
export interface AnswerFacts {
  readonly permission?: DialogAnswers;
  readonly trust?: DialogAnswers;
  readonly question?: QuestionAnswers;
}

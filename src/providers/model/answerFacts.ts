export type AnswerKeys =
  /** A key that the dialog names. Nothing is typed unless `shown` matches the screen. */
  | { readonly kind: 'key'; readonly key: string; readonly shown: RegExp }
  /** The option of the list on the screen whose label matches, if exactly one does. */
  | { readonly kind: 'option'; readonly label: RegExp; readonly by: OptionChoice };

/**
 * How an option of a list is selected. `number`: its digit selects it at once. `arrows`: the up and
 * down keys move the selection and Enter confirms it. `sideArrows`: the left and right keys do.
 */
export type OptionChoice = 'number' | 'arrows' | 'sideArrows';

interface DialogAnswers {
  /**
   * Approves this one request; for trust, approves what was asked and no more. Undefined: not
   * known.
   */
  readonly approve?: AnswerKeys;
  readonly deny?: AnswerKeys;
  /** Ends the denial, if the CLI then asks for a reason in the dialog of the status rule `ruleId`. */
  readonly denyWithoutReason?: { readonly ruleId: string; readonly keys: AnswerKeys };
  /**
   * All options, if they stand side by side and only the background colour shows the selected one.
   */
  readonly buttons?: readonly string[];
}

interface QuestionAnswers {
  /** Leaves the question unanswered. */
  readonly deny?: AnswerKeys;
  readonly by: OptionChoice;
  /**
   * The option that accepts a text, which is typed after the option is selected. Undefined: none.
   */
  readonly ownText?: RegExp;
}

/**
 * The keys that answer a CLI's dialogs, by what they are about. Dialogs that are not listed have to
 * be answered in the terminal.
 */
export interface AnswerFacts {
  readonly permission?: DialogAnswers;
  readonly trust?: DialogAnswers;
  readonly question?: QuestionAnswers;
}

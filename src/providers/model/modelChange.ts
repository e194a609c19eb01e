/** Stands for the name of a model in a {@link ModelChange}. */
export const MODEL = '<model>';

export type ModelChange =
  /** Only in a menu of the CLI, or the way is not known. */
  | { readonly kind: 'none' }
  /** By a prompt. Each pattern is matched against single rows of the screen. */
  | {
      readonly kind: 'prompt';
      readonly text: string;
      /** The CLI reports the change. */
      readonly changed: RegExp;
      /** The CLI has no such model, or may not use it. Undefined: it accepts every name. */
      readonly refused: RegExp | undefined;
      /** The CLI asks the person first. Undefined: it never does. */
      readonly asks: RegExp | undefined;
    };

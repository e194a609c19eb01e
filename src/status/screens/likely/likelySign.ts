/** What on a screen is probably a question, and the rule that found it. */
export interface LikelySign {
  readonly ruleId: string;
  /** The row with the question. */
  readonly question: string;
  /** The row that matched. */
  readonly seen: string;
}

/** The first line of a question's detail. */
export const ASKED_BY = 'A program with a token of this window asks for this.';

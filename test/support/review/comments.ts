import type { ReviewComment, ReviewRound } from '../../../src/review/taskReview';

/** A comment on line 3 of `greet.js`, with defaults for what the test does not set. */
export function comment(overrides: Partial<ReviewComment> = {}): ReviewComment {
  return {
    id: 'c1',
    path: 'greet.js',
    side: 'current',
    line: 3,
    quote: ["  return 'Hello';"],
    before: 'function greet() {',
    text: 'Use the name here.',
    createdAt: '2026-05-01T10:00:00.000Z',
    ...overrides,
  };
}

/** A round that was sent to the session `ada-main-t1`. */
export function round(overrides: Partial<ReviewRound> = {}): ReviewRound {
  return {
    number: 1,
    session: 'ada-main-t1',
    label: 'Ada',
    sentAt: '1970-01-01T00:00:00.000Z',
    prompt: 'Please address this.',
    comments: [comment()],
    files: { 'greet.js': 'aa' },
    ...overrides,
  };
}

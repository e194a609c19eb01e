import type { Recipe } from '../recipe';

/** The states of a CLI whose first page is a sign-in that only an account passes. */
export const BEHIND_SIGN_IN: Recipe['absent'] = {
  'first-run': 'the sign-in is its first page',
  trust: 'needs an account',
  idle: 'needs an account',
  working: 'needs an account',
  permission: 'needs an account',
  question: 'needs an account',
  failed: 'needs an account',
  limited: 'needs an account',
};

import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import type { SessionState } from '../../../../src/pty/sessionService';
import { moveTo } from '../../../../src/pty/session/sessionState';

const STATES: readonly SessionState[] = ['creating', 'active', 'idle', 'terminated'];
const LEGAL = new Set([
  'creating active',
  'creating terminated',
  'active idle',
  'active terminated',
  'idle active',
  'idle terminated',
]);

describe('moveTo (D20)', () => {
  for (const from of STATES) {
    for (const to of STATES) {
      const legal = LEGAL.has(`${from} ${to}`);
      it(`${legal ? 'moves' : 'refuses to move'} from ${from} to ${to}`, () => {
        if (legal) {
          assert.equal(moveTo(from, to), to);
        } else {
          assert.throws(
            () => moveTo(from, to),
            (error) => SessionError.is(error, 'ILLEGAL_STATE'),
          );
        }
      });
    }
  }
});

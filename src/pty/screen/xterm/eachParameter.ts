import type { SequenceParameters } from './screenTerminal';

/**
 * A handler that calls `act` with each parameter of a sequence and leaves the sequence to further handlers. It
 * creates nothing for a call: a full-screen program sets modes thousands of times per MB.
 */
export function eachParameter(
  act: (parameter: number) => unknown,
): (sequence: SequenceParameters) => false {
  return ({ params, length }) => {
    for (let index = 0; index < length; index++) {
      act(params[index] ?? 0);
    }
    return false;
  };
}

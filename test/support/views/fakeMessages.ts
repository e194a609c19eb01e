import type { CommandServices } from '../../../src/commands/commandServices';

/** Messages that are noted. The person chooses an action that is offered alone. */
export function fakeMessages(note: (event: string) => void): CommandServices['messages'] {
  return {
    choose: (text, actions) => {
      const [only, ...others] = actions;
      note(`offer ${text}: ${actions.join(', ')}`);
      return Promise.resolve(others.length === 0 ? only : undefined);
    },
    noteOnce: (text) => note(`log ${text}`),
    showError: (error) => note(`error ${String(error)}`),
    showInfo: (text) => note(`info ${text}`),
    showNotice: (text) => note(`notice ${text}`),
    showLog: () => note('log'),
  };
}

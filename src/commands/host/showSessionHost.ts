import type { SessionInfo } from '../../pty/sessionService';
import type { Choice } from '../../views/dialogs/quickPickers';
import type { CommandServices } from '../commandServices';
import {
  describeEnd,
  describeHost,
  describeOtherEnd,
  type HostAction,
} from './describeSessionHost';
import type { HostState, OtherHost } from './sessionHosting';

/** Shows the state of the session host, and stops or restarts it if the person chooses so. */
export async function showSessionHost(deps: CommandServices): Promise<void> {
  const { hosting, choices, busy } = deps;
  const [state, withoutDirectory, others] = await busy('Querying the session host...', () =>
    Promise.all([hosting.state(), hosting.listWithoutDirectory(), hosting.listOthers()]),
  );
  const actions = [...listActions(state, withoutDirectory), ...others.map(offerEnd)];
  if (actions.length === 0) {
    deps.messages.showInfo(describeHost(state));
    return;
  }
  const action = await choices.choose(describeHost(state), actions);
  if (action) {
    await runAction(deps, state, action);
  }
}

function listActions(
  state: HostState,
  withoutDirectory: readonly SessionInfo[],
): readonly Choice<HostAction>[] {
  const ends = withoutDirectory.map((session): Choice<HostAction> => {
    const detail = `Its directory ${session.workDir} is gone.`;
    return { label: `End ${session.label}`, detail, value: { kind: 'endSession', session } };
  });
  switch (state.kind) {
    case 'none':
      return ends;
    case 'silent':
      return [
        { label: `End Process ${state.pid}`, value: { kind: 'endProcess', pid: state.pid } },
        ...ends,
      ];
    case 'answers':
      return [
        { label: 'Restart', value: { kind: 'restart' } },
        { label: 'Stop', value: { kind: 'stop' } },
        ...ends,
      ];
  }
}

function offerEnd(other: OtherHost): Choice<HostAction> {
  const { pid, version, protocol, sessions } = other;
  const contents = sessions.length === 0 ? '' : ` It holds ${sessions.join(', ')}.`;
  return {
    label: `End Process ${pid}`,
    detail: `Another session host, of version ${version} and protocol ${protocol}.${contents}`,
    value: { kind: 'endOther', other },
  };
}

async function runAction(
  deps: CommandServices,
  state: HostState,
  action: HostAction,
): Promise<void> {
  const { hosting, busy } = deps;
  if (action.kind === 'endSession') {
    await busy('Ending the session...', () => hosting.endSession(action.session));
    return;
  }
  const question = action.kind === 'endOther' ? describeOtherEnd(action.other) : describeEnd(state);
  if (question && !(await deps.questions.ask({ ...question, answers: [ANSWERS[action.kind]] }))) {
    return;
  }
  if (action.kind === 'endProcess') {
    await hosting.endProcess(action.pid);
    return;
  }
  if (action.kind === 'endOther') {
    await busy('Ending the session host...', () => hosting.endOther(action.other));
    return;
  }
  await busy('Ending the session host...', () => hosting.stop());
  if (action.kind === 'restart') {
    await busy('Starting the session host...', () => hosting.start());
  }
}

const ANSWERS = {
  restart: 'Restart Session Host',
  stop: 'Stop Session Host',
  endProcess: 'End Process',
  endOther: 'End Process',
} as const satisfies Record<Exclude<HostAction['kind'], 'endSession'>, string>;

import type { AnswerService } from '../../../src/agents/dialogs/answerService';
import { requestOf } from '../../../src/status/activity';
import type { StatusService } from '../../../src/status/statusService';
import { waitFor } from '../waitFor';

/** A report may come before the dialog is drawn and read. */
const READ_LIMIT_MS = 30_000;

/** Waits until the status has the whole request of the session's dialog, and returns its text. */
export async function untilRequestShown(
  status: Pick<StatusService, 'get'>,
  id: string,
): Promise<string> {
  const shown = () => requestOf(status.get(id).state);
  await waitFor(() => shown().kind === 'whole', {
    limitMs: READ_LIMIT_MS,
    what: () => `the whole request of ${id}; it is ${JSON.stringify(shown())}`,
  });
  const request = shown();
  return request.kind === 'whole' ? request.text : '';
}

/** Approves the request of the session as its status shows it. */
export async function approveShown(
  {
    answers,
    status,
  }: {
    readonly answers: Pick<AnswerService, 'approve'>;
    readonly status: Pick<StatusService, 'get'>;
  },
  id: string,
): Promise<void> {
  await answers.approve(id, await untilRequestShown(status, id));
}

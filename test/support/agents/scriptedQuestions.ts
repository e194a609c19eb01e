import assert from 'node:assert/strict';
import type { Question, Questions } from '../../../src/views/dialogs/vscodeMessages';

/** Answers questions by the answers of the test, in order, and records the questions. */
export class ScriptedQuestions implements Questions {
  readonly asked: Question<string>[] = [];
  private readonly answers: (string | undefined)[];

  constructor(...answers: (string | undefined)[]) {
    this.answers = answers;
  }

  ask<const Answer extends string>(question: Question<Answer>): Promise<Answer | undefined> {
    this.asked.push(question);
    assert.ok(this.answers.length > 0, `unexpected question "${question.message}"`);
    const scripted = this.answers.shift();
    const answer = question.answers.find((one) => one === scripted);
    assert.equal(answer, scripted, `"${scripted}" is not an answer to "${question.message}"`);
    return Promise.resolve(answer);
  }
}

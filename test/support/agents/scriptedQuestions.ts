import assert from 'node:assert/strict';
import type { Question, Questions } from '../../../src/views/dialogs/questions';

/** Answers questions as the test says, in its order, and keeps them. */
export class ScriptedQuestions implements Questions {
  readonly asked: Question<string>[] = [];
  private readonly answers: (string | undefined)[];

  constructor(...answers: (string | undefined)[]) {
    this.answers = answers;
  }

  ask<const Answer extends string>(question: Question<Answer>): Promise<Answer | undefined> {
    this.asked.push(question);
    assert.ok(this.answers.length > 0, `nobody expected the question "${question.message}"`);
    const scripted = this.answers.shift();
    const answer = question.answers.find((one) => one === scripted);
    assert.equal(answer, scripted, `"${scripted}" is no answer to "${question.message}"`);
    return Promise.resolve(answer);
  }
}

import assert from 'node:assert/strict';
import { formatBody, formatTitle } from '../../../../src/review/pullRequests/pullRequestText';

const commit = (subject: string, body = '') => ({ subject, body });

describe('the proposed text of a pull request', () => {
  it('is the message of the only commit, and the answer', () => {
    const commits = [commit('Round sums', 'They were cut.')];
    assert.equal(formatTitle(commits, 'Fix the till'), 'Round sums');
    assert.equal(formatBody(commits, ' Done. \n'), 'They were cut.\n\nDone.\n');
    assert.equal(formatBody([commit('Round sums')], undefined), '');
  });

  it("is the task's name, the answer and the subjects of several commits", () => {
    const commits = [commit('One', 'x'), commit('Two')];
    assert.equal(formatTitle(commits, 'Fix the till'), 'Fix the till');
    assert.equal(formatBody(commits, 'Done.'), 'Done.\n\n## Commits\n\n- One\n- Two\n');
    assert.equal(formatBody(commits, undefined), '## Commits\n\n- One\n- Two\n');
  });

  it('counts the commits that it does not list', () => {
    const commits = Array.from({ length: 103 }, (_, index) => commit(`Step ${index}`));
    assert.match(formatBody(commits, undefined), /- Step 99\n- and 3 more\n$/);
  });
});

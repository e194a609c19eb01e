import type { StatusFacts } from '../../model/statusFacts';

/** For 1.1.52, which stops at its login after the trust dialog. */
export const qoderStatus: StatusFacts = {
  titles: [],
  file: { kind: 'none' },
  screen: {
    version: 1,
    rules: [
      {
        id: 'trust',
        shows: 'trust',
        where: { kind: 'last', rows: 12 },
        all: [/^ Do you trust the files in this folder\?$/, /^\s*❯ \d\. /],
        question: [
          { row: /^ (Do you trust the files in this folder\?)$/ },
          { row: /^ ([/~]\S.*|[A-Z]:\\.*)$/, after: [/^ Do you trust the files/] },
        ],
      },
    ],
  },
};

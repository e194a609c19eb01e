import { homeOf } from '../../client/connect/endpoint';
import { readWindowFiles } from '../../client/connect/windowFiles';
import { ClientError } from '../../client/clientError';
import { listFolderSnapshots } from '../../endpoint/folderSnapshotEntry';
import { EXIT } from '../exitCode';
import type { Verb } from '../verb';

export const END_ORPHANS: Verb = {
  name: 'end-orphans',
  usage: 'SNAPSHOT SESSION...',
  summary: 'end agents that no window shows; the session host calls it',
  isHidden: true,
  options: {},
  argumentCount: [2, Infinity],
  async run({ io }, { positionals: [file, ...ids] }) {
    const home = homeOf(io.env);
    const snapshot = (await listFolderSnapshots(home)).find((one) => one.file === file);
    if (!snapshot || snapshot.orphanTimeoutHours === 0) {
      throw new ClientError(
        'NO_WINDOW',
        `${file} names no folder of a trusted window that ends idle agents.`,
      );
    }
    const isServed = async (): Promise<boolean> =>
      (await readWindowFiles(home)).some(({ folders }) =>
        folders.some(({ path }) => path === snapshot.path),
      );
    const ends = await io.headless.endOrphans(snapshot, ids, isServed);
    const lines = ends
      ? ends.map(({ id, kept }) => (kept ? `${id} is not ended: ${kept}.` : `${id} is ended.`))
      : [`No session is ended: a window or a command serves ${snapshot.path}.`];
    io.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return EXIT.done;
  },
};

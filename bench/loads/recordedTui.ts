import { recordedStreams } from '../../test/support/pty/screens';

/** Name of the recording of a program that draws the whole alternate screen. */
const RECORDING = 'opencode';
/** Length of the beginning, which contains queries to the terminal. */
const START_BYTES = 1024;
const ESC = 0x1b;

/** Returns the output of a recorded full-screen program, its drawing repeated up to about `bytes`. */
export function recordedTui(bytes: number): Buffer {
  const recording = recordedStreams().find(({ name }) => name.startsWith(RECORDING));
  if (!recording) {
    throw new Error(`No recording of ${RECORDING} was found.`);
  }
  const begin = recording.bytes.indexOf(ESC, START_BYTES);
  const drawing = recording.bytes.subarray(begin);
  const times = Math.ceil((bytes - begin) / drawing.length);
  return Buffer.concat([
    recording.bytes.subarray(0, begin),
    ...Array.from({ length: times }, () => drawing),
  ]);
}

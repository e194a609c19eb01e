import { recordedStreams } from '../../test/support/pty/screens';

/** A program that draws all of the alternate screen, by the name of its recording. */
const RECORDING = 'opencode';
/** What it asks its terminal as it starts stands before this; it draws after it. */
const START_BYTES = 1024;
const ESC = 0x1b;

/** A recorded full-screen program, drawing what it once drew over and over, about `bytes` long. */
export function recordedTui(bytes: number): Buffer {
  const recording = recordedStreams().find(({ name }) => name.startsWith(RECORDING));
  if (!recording) {
    throw new Error(`There is no recording of ${RECORDING}.`);
  }
  const begin = recording.bytes.indexOf(ESC, START_BYTES);
  const drawing = recording.bytes.subarray(begin);
  const times = Math.ceil((bytes - begin) / drawing.length);
  return Buffer.concat([
    recording.bytes.subarray(0, begin),
    ...Array.from({ length: times }, () => drawing),
  ]);
}

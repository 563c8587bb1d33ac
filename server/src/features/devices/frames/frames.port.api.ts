/** The recorder of frames, for the links of the gateway. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Db } from '../../../kernel/context.ts';
import { running, saveFrames } from './frames.table.ts';
import type { FrameSource } from './logic/frame-recorder.ts';

export type { FrameRow } from './frames.table.ts';
export {
  type FrameNote,
  FrameRecorder,
  type FrameSource,
  type Frames,
  type RunningRecording,
} from './logic/frame-recorder.ts';

export const framesOf = (db: Db, clock: Clock): FrameSource => ({
  running: () => running(db, clock.now()),
  save: (rows) => saveFrames(db, rows),
});

/** The recorder of frames, for the links of the gateway. */
export { type FrameNote, FrameRecorder, type Frames } from './logic/frame-recorder.ts';

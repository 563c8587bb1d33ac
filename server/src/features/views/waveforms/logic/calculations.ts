/** What is calculated of waveforms, by name: runs in the process or in a thread, see `calculate.ts`. Pure. */
import { decodeFrame, type Frame } from './decode-frame.ts';
import { readFile } from './read-file.ts';
import { type Packed, pack } from './recorded.ts';
import { detectedOf, processedAxes, samplesOf, spectrumOf } from './shown-waveform.ts';
import { overTimeOf, shortTimeOf } from './spectra-over-time.ts';

/** A waveform as a device sends it. Throws what `decodeFrame` throws. */
function frame({ text, nowMs }: { text: string; nowMs: number }): { channel: Frame['channel']; packed: Packed } {
  const { channel, ...recorded } = decodeFrame(text, nowMs);
  return { channel, packed: pack(recorded) };
}

export const calculations = {
  frame,
  file: readFile,
  processed: processedAxes,
  samples: samplesOf,
  spectrum: spectrumOf,
  overTime: overTimeOf,
  shortTime: shortTimeOf,
  detected: detectedOf,
};

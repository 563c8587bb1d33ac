/** A file that holds a waveform, read: K-NET ASCII or separated text. Everything that is wrong is said with its line. */
import { readWaveformCsv } from './csv.ts';
import type { ReadWaveform } from './faults.ts';
import { isKnet, readKnet } from './knet.ts';

/** Reads a file of at most `maxSamples` for each axis. */
export const readWaveformFile = (text: string, maxSamples: number): ReadWaveform =>
  isKnet(text) ? readKnet(text, maxSamples) : readWaveformCsv(text, maxSamples);

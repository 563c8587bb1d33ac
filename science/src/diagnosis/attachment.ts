/**
 * What is in a file that an instrument handed in: a log with its errors, corrections and observations of a GNSS monitor (RTCM 3), or
 * RINEX observations. Pure; it throws on no content.
 * Sources: RTCM 10403.3; RINEX 3.05 (header labels, epoch lines), 2.11 (epoch lines).
 */
import { rtcmFramesOf, stationOf } from '../formats/rtcm3.ts';

export type AttachmentAnalysis =
  | {
      readonly content: 'text';
      readonly lines: number;
      readonly errors: number;
      readonly warnings: number;
      readonly firstAt: string | null;
      readonly lastAt: string | null;
      readonly samples: string[];
    }
  | {
      readonly content: 'rtcm3';
      readonly frames: number;
      readonly passed: number;
      readonly types: Record<string, number>;
      readonly stations: { id: number; x: number; y: number; z: number }[];
    }
  | {
      readonly content: 'rinex';
      readonly version: string;
      readonly marker: string;
      readonly intervalSeconds: number | null;
      readonly epochs: number;
      readonly firstAt: string | null;
      readonly lastAt: string | null;
    }
  | { readonly content: 'other' };

const maxSamples = 20;
const maxStations = 50;

export function analyse(content: Uint8Array): AttachmentAnalysis {
  const text = textOf(content);
  if (text === null) return ofFrames(content);
  const head = text.slice(0, 81);
  return /^.{60}RINEX VERSION/.test(head) ? ofRinex(text) : ofLog(text);
}

/** null = it is no text. */
function textOf(content: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function ofFrames(content: Uint8Array): AttachmentAnalysis {
  const { frames, passed, rest } = rtcmFramesOf(content);
  if (frames.length === 0) return { content: 'other' };
  const types: Record<string, number> = {};
  const stations = new Map<number, { id: number; x: number; y: number; z: number }>();
  for (const frame of frames) {
    types[frame.type] = (types[frame.type] ?? 0) + 1;
    const station = stationOf(frame);
    if (station && stations.size < maxStations)
      stations.set(station.id, { id: station.id, x: station.x, y: station.y, z: station.z });
  }
  return {
    content: 'rtcm3',
    frames: frames.length,
    passed: passed + rest.length,
    types,
    stations: [...stations.values()],
  };
}

const stamp = /^\W{0,3}(\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d(?::\d\d)?)/;

function ofLog(text: string): AttachmentAnalysis {
  const counts = { lines: 0, errors: 0, warnings: 0, firstAt: null as string | null, lastAt: null as string | null };
  const samples: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    counts.lines++;
    const at = stamp.exec(line.slice(0, 40))?.[1];
    if (at !== undefined) {
      counts.firstAt ??= at;
      counts.lastAt = at;
    }
    if (/\b(?:error|err|fail(?:ed|ure)?|fatal|panic)\b/i.test(line)) {
      counts.errors++;
      samples.push(line.slice(0, 200));
      if (samples.length > maxSamples) samples.shift();
    } else if (/\bwarn(?:ing)?\b/i.test(line)) counts.warnings++;
  }
  return { content: 'text', ...counts, samples };
}

function ofRinex(text: string): AttachmentAnalysis {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line) => line.slice(60).startsWith('END OF HEADER'));
  const headerOf = (label: string) => lines.slice(0, Math.max(end, 0)).find((line) => line.slice(60).startsWith(label));
  const version = lines[0]?.slice(0, 9).trim() ?? '';
  const isThree = Number(version) >= 3;
  let [epochs, firstAt, lastAt]: [number, string | null, string | null] = [0, null, null];
  for (const line of end < 0 ? [] : lines.slice(end + 1)) {
    const at = isThree ? epochOfThree(line) : epochOfTwo(line);
    if (at === null) continue;
    epochs++;
    firstAt ??= at;
    lastAt = at;
  }
  const interval = Number.parseFloat(headerOf('INTERVAL')?.slice(0, 10) ?? '');
  return {
    content: 'rinex',
    version,
    marker: headerOf('MARKER NAME')?.slice(0, 60).trim() ?? '',
    intervalSeconds: Number.isFinite(interval) ? interval : null,
    epochs,
    firstAt,
    lastAt,
  };
}

/** `> 2024 02 13 14 00  0.0000000  0 12`: flag 0 or 1 is an epoch of observations. */
function epochOfThree(line: string): string | null {
  const match = /^> (\d{4}) (\d\d) (\d\d) (\d\d) (\d\d) ?([ \d]\d)\.\d+ {2}[01]/.exec(line);
  return match ? writtenOf(match.slice(1)) : null;
}

/** ` 24  2 13 14  0  0.0000000  0 12G01...` */
function epochOfTwo(line: string): string | null {
  const match = /^ (\d\d) ([ \d]\d) ([ \d]\d) ([ \d]\d) ([ \d]\d) ?([ \d]\d)\.\d{7} {2}[01][ \d]{3}/.exec(line);
  if (!match) return null;
  const [year = '0', ...clock] = match.slice(1);
  return writtenOf([String(Number(year) + (Number(year) < 80 ? 2000 : 1900)), ...clock]);
}

function writtenOf([year = '', month = '', day = '', hour = '', minute = '', second = '']: readonly string[]): string {
  const two = (part: string) => part.trim().padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

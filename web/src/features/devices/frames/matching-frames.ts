import type { Frame } from '@plumbline/contract/devices/frames';

export interface FrameFilter {
  readonly text: string;
  readonly show: 'all' | 'in' | 'out' | 'wrong';
}

/** Returns whether something is wrong with a frame. */
export const isWrong = ({ error, outcome, kind }: Frame): boolean =>
  error !== null ||
  kind === 'refused' ||
  kind === 'fault' ||
  kind === 'dropped' ||
  (outcome?.refused.length ?? 0) + (outcome?.lacking ?? 0) > 0;

/** The bytes of a frame as a text; null = they are none. What was cut off at its end does not make it none. */
export function textOf(hex: string): string | null {
  const bytes = bytesOf(hex);
  const text = new TextDecoder().decode(bytes).replace(/\uFFFD{1,3}$/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes below a blank are no text
  return bytes.length > 0 && !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFD]/.test(text) ? text : null;
}

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Returns whether a frame is among what is looked for: in its topic, text, bytes, error and what was read out of it. */
export function matches(frame: Frame, { text, show }: FrameFilter): boolean {
  if (show === 'wrong' && !isWrong(frame)) return false;
  if ((show === 'in' || show === 'out') && frame.direction !== show) return false;
  const needle = text.trim().toLowerCase();
  if (needle === '') return true;
  const inWords = [frame.topic, frame.error ?? '', frame.detail, frame.kind, textOf(frame.hex) ?? ''];
  if (inWords.some((each) => each.toLowerCase().includes(needle))) return true;
  if (JSON.stringify(frame.decoded).toLowerCase().includes(needle)) return true;
  const bytes = needle.replaceAll(/\s/g, '');
  return /^[\da-f]{2,}$/.test(bytes) && frame.hex.includes(bytes);
}

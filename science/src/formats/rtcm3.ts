/**
 * RTCM 3: frames of corrections and positions of GNSS stations (preamble D3, 10 bits of length, CRC-24Q), and what of them is a
 * measurement here: where a reference station stands (messages 1005 and 1006). Pure; it throws on no content.
 * Source: RTCM Standard 10403.3, sections 3.5.2 (messages 1005, 1006) and 4 (transport layer); CRC-24Q as in RTKLIB's documentation.
 *
 * Invariant: a frame is read only where its check is right; bytes between frames are passed over, and counted.
 */
import { nothingOf, type Unwrapped, type Uplink, uplinkLimits, uplinkOf } from './uplink.ts';

const preamble = 0xd3;
/** Preamble and length, check. */
const [headBytes, checkBytes] = [3, 3];

export interface RtcmFrame {
  /** Whole, as it came. */
  readonly bytes: Uint8Array;
  readonly type: number;
}
export interface RtcmFrames {
  readonly frames: readonly RtcmFrame[];
  /** Bytes that are of no frame. */
  readonly passed: number;
  /** Begun at the end, and not whole yet. */
  readonly rest: Uint8Array;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 16;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x800000 ? ((crc << 1) ^ 0x1864cfb) & 0xffffff : (crc << 1) & 0xffffff;
  return crc;
});

export function crc24q(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffffff) ^ (table[(crc >> 16) ^ byte] ?? 0);
  return crc;
}

/** Bytes that look like a frame and are none: so many are checked, then the rest is passed over, for each may cost a thousand steps. */
const maxFalse = 20_000;

/** The frames of a stretch of bytes. */
export function rtcmFramesOf(bytes: Uint8Array): RtcmFrames {
  const frames: RtcmFrame[] = [];
  let [at, passed, wrong] = [0, 0, 0];
  while (at < bytes.length) {
    const begin = bytes.indexOf(preamble, at);
    if (begin < 0 || wrong > maxFalse) return { frames, passed: passed + bytes.length - at, rest: new Uint8Array() };
    passed += begin - at;
    at = begin;
    if (at + headBytes > bytes.length) break;
    // Six bits after the preamble are 0.
    const high = bytes[at + 1] ?? 0;
    const length = ((high & 0x03) << 8) | (bytes[at + 2] ?? 0);
    const end = at + headBytes + length + checkBytes;
    if (high <= 0x03 && end > bytes.length) break;
    if (high > 0x03 || !isChecked(bytes, at, end)) {
      at++;
      passed++;
      wrong++;
      continue;
    }
    frames.push({
      bytes: bytes.slice(at, end),
      type: length < 2 ? 0 : ((bytes[at + 3] ?? 0) << 4) | ((bytes[at + 4] ?? 0) >> 4),
    });
    at = end;
  }
  return { frames, passed, rest: bytes.slice(at) };
}

function isChecked(bytes: Uint8Array, begin: number, end: number): boolean {
  const check = ((bytes[end - 3] ?? 0) << 16) | ((bytes[end - 2] ?? 0) << 8) | (bytes[end - 1] ?? 0);
  return crc24q(bytes.subarray(begin, end - checkBytes)) === check;
}

/** The positions of reference stations in a message; what else is in it is no measurement. */
export function readRtcm3(content: Uint8Array): Unwrapped {
  if (content.length > uplinkLimits.bytes) return nothingOf('tooLong');
  const { frames, passed, rest } = rtcmFramesOf(content);
  if (frames.length === 0) return nothingOf('otherShape');
  const uplinks: Uplink[] = [];
  for (const frame of frames) {
    const station = stationOf(frame);
    if (station) uplinks.push(uplinkOf({ source: `rtcm-${station.id}`, object: station }));
  }
  return { uplinks, faults: passed + rest.length > 0 ? ['badCheckSum'] : [] };
}

export interface RtcmStation {
  readonly id: number;
  /** Earth-centred, earth-fixed, m. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Of the antenna above its mark, m; of 1006 alone. */
  readonly height?: number;
}

/** Messages 1005 and 1006; null = the frame is another, or too short. */
export function stationOf({ type, bytes }: RtcmFrame): RtcmStation | null {
  if (type !== 1005 && type !== 1006) return null;
  const payload = bytes.subarray(headBytes, bytes.length - checkBytes);
  if (payload.length < (type === 1005 ? 19 : 21)) return null;
  const metres = (at: number) => Number((signedBits(payload, at, 38) * 1e-4).toFixed(4));
  const station = { id: Number(bitsOf(payload, 12, 12)), x: metres(34), y: metres(74), z: metres(114) };
  return type === 1005 ? station : { ...station, height: Number((Number(bitsOf(payload, 152, 16)) * 1e-4).toFixed(4)) };
}

/** 38 bits are more than the operators of numbers take. */
function bitsOf(bytes: Uint8Array, begin: number, count: number): bigint {
  let value = 0n;
  for (let bit = begin; bit < begin + count; bit++)
    value = (value << 1n) | BigInt(((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  return value;
}
const signedBits = (bytes: Uint8Array, begin: number, count: number): number =>
  Number(BigInt.asIntN(count, bitsOf(bytes, begin, count)));

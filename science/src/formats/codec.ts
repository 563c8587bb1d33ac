/**
 * What a codec (a plug-in) has made of an uplink, read by the rows of a format as the JSON of an instrument is: what the codec says is
 * believed no more than what an instrument sends. Pure; it throws on no input.
 */
import { decodeUplink } from './format.ts';
import type { Decoded, Format, FormatFault } from './format-shape.ts';
import type { Uplink } from './uplink.ts';

export interface CodecRecord {
  /** Epoch ms; null or absent = no time of its own. */
  readonly at?: number | null | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Returns whether an uplink is of another port: no codec is asked about it. */
export const isOtherPort = ({ port }: Pick<Format, 'port'>, uplink: Uplink): boolean =>
  port !== null && uplink.port !== null && uplink.port !== port;

export function decodeByCodec(format: Format, records: readonly CodecRecord[], uplink: Uplink): Decoded {
  const rowsOnly: Format = { ...format, content: 'json', records: '', time: null, port: null };
  const decoded = records.map(({ at, values }) =>
    decodeUplink(rowsOnly, { ...uplink, object: values, text: null, at: at ?? uplink.at }),
  );
  const faults = new Set<FormatFault>(decoded.flatMap((each) => each.faults));
  if (records.length === 0) faults.add('empty');
  return { records: decoded.flatMap((each) => each.records), faults: [...faults] };
}

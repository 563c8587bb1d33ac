/** A format tried on a pasted sample, by the very functions that decode what arrives. Pure. */
import { Format, FormatRow, type Wrapping } from '@plumbline/contract/kernel/formats';
import { type CodecRecord, decodeByCodec } from '@plumbline/science/formats/codec';
import { decodeUplink } from '@plumbline/science/formats/format';
import type { Cell, DecodedRecord } from '@plumbline/science/formats/format-shape';
import { fromHex } from '@plumbline/science/formats/layout';
import { unwrap } from '@plumbline/science/formats/unwrap';
import { type Uplink, uplinkOf } from '@plumbline/science/formats/uplink';

/** A format under the pen. */
export type FormatDraft = Readonly<Record<string, unknown>> & { readonly rows?: readonly Partial<FormatRow>[] };

export interface TriedRow {
  /** Place among the rows of the draft. */
  readonly row: number;
  readonly channel: string;
  readonly quantity: string;
  readonly cell: Cell;
}
export interface Tried {
  /** null = the draft has no row that is whole. */
  readonly record: (Pick<DecodedRecord, 'at' | 'channels' | 'device'> & { readonly rows: readonly TriedRow[] }) | null;
  readonly records: number;
  readonly source: string;
  readonly faults: readonly string[];
}

const noResult: Tried = { record: null, records: 0, source: '', faults: [] };

/** The codec that a draft names; null = none. */
export const codecOf = (draft: FormatDraft): string | null => {
  const { codec } = draft as { readonly codec?: unknown };
  return typeof codec === 'string' && codec !== '' ? codec : null;
};

/** Returns the message of a sample for a codec: of the first message that is in it; null = there is nothing to give. */
export function codecMessage(wrapping: Wrapping, sample: string, receivedAt: number) {
  const { uplinks } = uplinksOf({ content: 'binary', encoding: 'bytes', time: null }, wrapping, sample, receivedAt);
  const [first] = uplinks;
  if (!first || sample.trim() === '') return null;
  const bytes =
    first.bytes === null ? null : Array.from(first.bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { bytes, text: first.object === undefined ? first.text : JSON.stringify(first.object), port: first.port };
}

/**
 * Tries the rows that are whole; the first record counts. `receivedAt` in epoch ms. `codec` = what the codec of the draft has made
 * of the sample, where it has one.
 */
export function tryFormat(
  draft: FormatDraft,
  wrapping: Wrapping,
  sample: string,
  receivedAt: number,
  codec: readonly CodecRecord[] | null = null,
): Tried {
  if (sample.trim() === '') return noResult;
  const rows = (draft.rows ?? []).flatMap((each, row) => {
    const read = FormatRow.safeParse(each);
    return read.success ? [{ row, whole: read.data }] : [];
  });
  const format = Format.safeParse({ ...draft, rows: rows.map(({ whole }) => whole) });
  if (!format.success) return noResult;
  const how = codecOf(draft) === null ? format.data : { ...format.data, content: 'binary' as const };
  const { uplinks, faults } = uplinksOf(how, wrapping, sample, receivedAt);
  const [first] = uplinks;
  if (!first) return { ...noResult, faults };
  const decoded =
    codecOf(draft) === null
      ? uplinks.map((uplink) => decodeUplink(format.data, uplink))
      : codec === null
        ? []
        : [decodeByCodec(format.data, codec, first)];
  const [record] = decoded.flatMap(({ records }) => records);
  const all = [...new Set([...faults, ...decoded.flatMap((each) => each.faults)])];
  return {
    source: first.source,
    records: decoded.reduce((sum, { records }) => sum + records.length, 0),
    faults: all,
    record: record
      ? {
          at: record.at,
          channels: record.channels,
          device: record.device,
          rows: record.cells.map((cell, at) => {
            const { row, whole } = rows[at] ?? { row: -1, whole: { channel: '', quantity: '' } };
            return { row, channel: whole.channel, quantity: whole.quantity, cell };
          }),
        }
      : null,
  };
}

/** What is pasted of a binary message that nothing wraps is its bytes in hexadecimal. */
function uplinksOf(
  format: Pick<Format, 'content' | 'encoding' | 'time'>,
  wrapping: Wrapping,
  sample: string,
  receivedAt: number,
): { readonly uplinks: readonly Uplink[]; readonly faults: readonly string[] } {
  if (wrapping === 'plain' && format.content === 'binary' && format.encoding === 'bytes') {
    const bytes = fromHex(sample.trim());
    return bytes === null ? { uplinks: [], faults: ['notBytes'] } : { uplinks: [uplinkOf({ bytes })], faults: [] };
  }
  const { topic, content } = contentOf(wrapping, sample);
  const arrival = { topic, receivedAt, timeZone: format.time?.timeZone ?? 'UTC' };
  return unwrap(wrapping, content, arrival, { in: 'fixed', source: '' });
}

/** Wrappings that may be bytes: those are pasted in hexadecimal. */
const asBytes: ReadonlySet<Wrapping> = new Set(['senML', 'lwm2m', 'tob', 'rtcm3']);

/** Of LwM2M the line before the bytes may be the topic, which names the object: `3303/0`. */
function contentOf(wrapping: Wrapping, sample: string): { readonly topic: string; readonly content: Uint8Array } {
  const [, topic = '', payload = sample] =
    (wrapping === 'lwm2m' && /^\s*(\S*\d{1,5}\/\d{1,5}\S*)[ \t]*\r?\n([\s\S]*)$/.exec(sample)) || [];
  const bytes = asBytes.has(wrapping) ? fromHex(payload.trim()) : null;
  return { topic, content: bytes ?? new TextEncoder().encode(payload) };
}

/** `0175:1, 0367:2` and back; what is no tag stays as it was typed. */
export const tagsText = (tags: unknown): string =>
  Array.isArray(tags)
    ? tags.map(({ tag, length }: { tag: string; length: number }) => `${tag}:${length}`).join(', ')
    : '';
export const tagsOf = (text: string): { tag: string; length: number }[] =>
  text
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const [tag = '', length = ''] = part.split(':');
      return { tag, length: /^\d+$/.test(length) ? Number(length) : -1 };
    });

/** Returns a new format, by its content. */
export const newFormat = (content: Format['content'] = 'json') => ({
  content,
  codec: null,
  port: null,
  records: '',
  separator: ',',
  decimal: '.',
  headerLine: 1,
  encoding: 'bytes',
  dataLine: null,
  tags: [],
  time: null,
  rows: [],
});

/** A sample of each wrapping, so that the form of one is there to look at. */
export const samples: Readonly<Partial<Record<Wrapping, string>>> = {
  plain: '{"at": "2026-03-18T05:00:00Z", "level": 3.52, "temp": 18.2}',
  theThingsStack:
    '{"end_device_ids": {"device_id": "piezo-1", "dev_eui": "70B3D57ED0000A01"}, "received_at": "2026-03-18T05:00:00Z", "uplink_message": {"f_port": 2, "frm_payload": "AQID", "decoded_payload": {"level": 3.52, "temp": 18.2}, "rx_metadata": [{"rssi": -87}]}}',
  chirpStack:
    '{"time": "2026-03-18T05:00:00Z", "deviceInfo": {"devEui": "70b3d57ed0000a01"}, "fPort": 2, "data": "AQID", "object": {"level": 3.52, "temp": 18.2}, "rxInfo": [{"rssi": -87}]}',
  senML:
    '[{"bn": "urn:dev:mac:0024befffe804ff1:", "bt": 1773810000, "n": "level", "u": "m", "v": 3.52}, {"n": "temp", "u": "Cel", "v": 18.2}]',
  sensorThings: '{"phenomenonTime": "2026-03-18T05:00:00Z", "result": 3.52, "Datastream": {"@iot.id": 42}}',
  campbell:
    '{"type": "Feature", "properties": {"loggerID": "CR6-11", "observationNames": ["level", "temp"], "observations": {"2026-03-18T05:00:00Z": [3.52, 18.2]}}}',
  toa5: '"TOA5","Weir","CR300","16101","OS","CPU:weir","1","Hourly"\n"TIMESTAMP","RECORD","level","temp"\n"TS","RN","m","C"\n"","","Smp","Avg"\n"2026-03-18 05:00:00",0,3.52,18.2',
  lwm2m: '3303/0\n08 00 07 E4 16 44 41 92 66 66',
  worldsensing:
    '"Node ID","85544"\n"Date-and-time","freqInHz-85544-VW-Ch1","thermResInOhms-85544-VW-Ch1"\n"2026-03-18 05:00:00",812.4,3210.5',
  admChain:
    '{"at": "2026-03-18T05:00:00Z", "length": 3, "nodes": [{"address": "1-00A1F2", "x": 0.5, "y": 0.1, "temp": 18.2}, {"address": "3-00A1F4", "x": 0.2, "y": 0, "temp": 18.1}]}',
  nmea: '$GNGGA,103607.00,5327.03942,N,00214.42462,W,4,16,0.88,56.0,M,48.5,M,1.0,0000*4A',
};

/** A sample in a wrapping that a format can read; none where the message itself is bytes, which differ from maker to maker. */
export function sampleFor(wrapping: Wrapping, draft: FormatDraft): string | undefined {
  if (wrapping !== 'plain' || draft['content'] === 'json') return samples[wrapping];
  return draft['content'] === 'csv' ? 'at,level,temp\n2026-03-18 05:00:00,3.52,18.2' : undefined;
}

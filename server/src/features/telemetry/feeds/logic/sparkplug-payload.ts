/**
 * The payload of Sparkplug B, which is protobuf: what of it is a measurement. Numbers that JavaScript cannot hold whole
 * lose their last digits; texts, data sets and templates are no measurement and have no value here.
 * Source: Eclipse Sparkplug Specification 3.0.0, section 6.4 and appendix sparkplug_b.proto.
 */
import type { SparkplugMetric, SparkplugPayload } from '@plumbline/science/formats/sparkplug-b';
import { PbfReader } from 'pbf';

/** Types of metrics whose number is a two's complement in an unsigned field: Int8, Int16, Int32, Int64. */
const signedBits: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32, 4: 64 };

interface Draft {
  name: string;
  alias: number | null;
  timestamp: number | null;
  datatype: number | null;
  value: number | boolean | null;
  isNull: boolean;
}
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** null = it is no payload. */
export function readSparkplug(content: Uint8Array): SparkplugPayload | null {
  try {
    const metrics: SparkplugMetric[] = [];
    const payload: Mutable<SparkplugPayload> = { timestamp: null, seq: null, metrics };
    new PbfReader(content).readFields((field, _, reader) => {
      if (field === 1) payload.timestamp = reader?.readVarint() ?? null;
      else if (field === 3) payload.seq = reader?.readVarint() ?? null;
      else if (field === 2 && reader && metrics.length < 10_000) metrics.push(readMetric(reader));
    }, null);
    return payload;
  } catch {
    return null;
  }
}

function readMetric(reader: PbfReader): SparkplugMetric {
  const draft: Draft = { name: '', alias: null, timestamp: null, datatype: null, value: null, isNull: false };
  reader.readMessage(readField, draft);
  const bits = draft.datatype === null ? undefined : signedBits[draft.datatype];
  const { name, alias, timestamp, value, datatype } = draft;
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (draft.isNull || (typeof value !== 'boolean' && !isNumber))
    return { name, alias, timestamp, datatype, value: null };
  if (typeof value === 'number' && bits !== undefined && value >= 2 ** (bits - 1))
    return { name, alias, timestamp, datatype, value: value - 2 ** bits };
  return { name, alias, timestamp, datatype, value };
}

function readField(field: number, draft: Draft, reader: PbfReader): void {
  if (field === 1) draft.name = reader.readString();
  else if (field === 2) draft.alias = reader.readVarint();
  else if (field === 3) draft.timestamp = reader.readVarint();
  else if (field === 4) draft.datatype = reader.readVarint();
  else if (field === 7) draft.isNull = reader.readBoolean();
  else if (field === 10 || field === 11) draft.value = reader.readVarint();
  else if (field === 12) draft.value = reader.readFloat();
  else if (field === 13) draft.value = reader.readDouble();
  else if (field === 14) draft.value = reader.readBoolean();
}

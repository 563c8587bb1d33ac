/**
 * The payload of a Sparkplug command, which is protobuf: timestamp (1), metric (2) with name (1), timestamp (3), datatype (4), value (10 to 15).
 * Source: Eclipse Sparkplug Specification 3.0.0, appendix sparkplug_b.proto.
 */
import { type SparkplugCommand, sparkplugTypes } from '@plumbline/science/formats/sparkplug-commands';
import { PbfWriter } from 'pbf';

export function writeSparkplugCommand({ name, value }: SparkplugCommand, datatype: number, atMs: number): Uint8Array {
  const payload = new PbfWriter();
  payload.writeVarintField(1, atMs);
  payload.writeMessage(
    2,
    (_, metric) => {
      metric.writeStringField(1, name);
      metric.writeVarintField(3, atMs);
      metric.writeVarintField(4, datatype);
      writeValue(metric, value, datatype);
    },
    null,
  );
  return payload.finish();
}

const { Float, Double, Int8, Int16, Int32, Int64, UInt64, DateTime } = sparkplugTypes;

function writeValue(metric: PbfWriter, value: SparkplugCommand['value'], datatype: number): void {
  if (typeof value === 'string') metric.writeStringField(15, value);
  else if (typeof value === 'boolean') metric.writeBooleanField(14, value);
  else if (datatype === Float) metric.writeFloatField(12, value);
  else if (datatype === Double) metric.writeDoubleField(13, value);
  else if (datatype === Int64 || datatype === UInt64 || datatype === DateTime) metric.writeVarintField(11, value);
  // A negative number lies in an unsigned field as its two's complement of 32 bits.
  else metric.writeVarintField(10, [Int8, Int16, Int32].includes(datatype as never) ? value >>> 0 : value);
}

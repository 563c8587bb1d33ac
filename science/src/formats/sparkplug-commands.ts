/**
 * Commands to Sparkplug B nodes and devices (NCMD, DCMD): one metric is written, as `name = value`, and what the node reports of it
 * afterwards (NDATA, DDATA) says that it was done. Pure.
 * Source: Eclipse Sparkplug Specification 3.0.0, sections 6.4.23 (NCMD), 6.4.24 (DCMD), 6.4.16 (data types).
 */
import { readSparkplugTopic } from './sparkplug-b.ts';

/** Types whose value a command writes, by the number that the standard gives them. */
export const sparkplugTypes = {
  Int8: 1,
  Int16: 2,
  Int32: 3,
  Int64: 4,
  UInt8: 5,
  UInt16: 6,
  UInt32: 7,
  UInt64: 8,
  Float: 9,
  Double: 10,
  Boolean: 11,
  String: 12,
  DateTime: 13,
  Text: 14,
} as const;

export interface SparkplugCommand {
  readonly name: string;
  readonly value: number | boolean | string;
  /** As it was written behind the name; null = as the birth of the node says, or as the value looks. */
  readonly datatype: number | null;
}

/** `Outputs/Valve = true`, `Outputs/Level:Int32 = 5`, `Label = "north"`; null = it is no such command. */
export function readSparkplugCommand(text: string): SparkplugCommand | null {
  const [, left, right] = /^\s*([^=]{1,200}?)\s*=\s*(.{1,500}?)\s*$/s.exec(text) ?? [];
  if (left === undefined || right === undefined) return null;
  const value = writtenValue(right);
  if (value === null) return null;
  const [, name, type] = /^(.+):([A-Za-z0-9]+)$/.exec(left) ?? [];
  const datatype =
    type !== undefined && Object.hasOwn(sparkplugTypes, type)
      ? sparkplugTypes[type as keyof typeof sparkplugTypes]
      : null;
  return { name: datatype === null || name === undefined ? left : name, value, datatype };
}

function writtenValue(text: string): SparkplugCommand['value'] | null {
  if (text === 'true' || text === 'false') return text === 'true';
  const quoted = /^"(.*)"$/s.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

const wholes = new Map<number, readonly [number, number]>([
  [sparkplugTypes.Int8, [-(2 ** 7), 2 ** 7 - 1]],
  [sparkplugTypes.Int16, [-(2 ** 15), 2 ** 15 - 1]],
  [sparkplugTypes.Int32, [-(2 ** 31), 2 ** 31 - 1]],
  [sparkplugTypes.Int64, [-(2 ** 53), 2 ** 53]],
  [sparkplugTypes.UInt8, [0, 2 ** 8 - 1]],
  [sparkplugTypes.UInt16, [0, 2 ** 16 - 1]],
  [sparkplugTypes.UInt32, [0, 2 ** 32 - 1]],
  [sparkplugTypes.UInt64, [0, 2 ** 53]],
  [sparkplugTypes.DateTime, [0, 2 ** 53]],
]);

/** The type that a command is sent with; null = its value is none of the type. `born`: as the birth of the node says. */
export function datatypeFor({ value, datatype }: SparkplugCommand, born: number | null): number | null {
  const type = datatype ?? born ?? typeByValue(value);
  if (typeof value === 'boolean') return type === sparkplugTypes.Boolean ? type : null;
  if (typeof value === 'string') return type === sparkplugTypes.String || type === sparkplugTypes.Text ? type : null;
  if (type === sparkplugTypes.Float || type === sparkplugTypes.Double) return type;
  const range = wholes.get(type);
  return range && Number.isInteger(value) && value >= range[0] && value <= range[1] ? type : null;
}

const typeByValue = (value: SparkplugCommand['value']): number =>
  typeof value === 'boolean'
    ? sparkplugTypes.Boolean
    : typeof value === 'string'
      ? sparkplugTypes.String
      : sparkplugTypes.Double;

/** Where the sender of a message is reached; null = it is no message of a node or device that lives. */
export function sparkplugAddressOf(topic: string): { readonly device: string; readonly base: string } | null {
  const place = readSparkplugTopic(topic);
  if (!place || place.kind.endsWith('DEATH')) return null;
  const { group, node, device } = place;
  return device === null
    ? { device: `${group}/${node}`, base: `spBv1.0/${group}/NCMD/${node}` }
    : { device: `${group}/${node}/${device}`, base: `spBv1.0/${group}/DCMD/${node}/${device}` };
}

/** Returns whether a node reports the value that a command wrote. A text is not read, so that it is never reported. */
export function isEcho({ name, value }: SparkplugCommand, reported: unknown): boolean {
  if (typeof reported !== 'object' || reported === null || !Object.hasOwn(reported, name)) return false;
  const reportedValue = (reported as Record<string, unknown>)[name];
  if (typeof reportedValue !== 'number' || typeof value === 'string') return false;
  const requestedValue = Number(value);
  return reportedValue === requestedValue || reportedValue === Math.fround(requestedValue);
}

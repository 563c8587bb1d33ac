/**
 * A format: how the content of an instrument's messages becomes samples of its channels, as a person wrote it down. The
 * same function decodes what arrives and what is tried out in the editor. Pure; it throws on no input.
 *
 * Invariant: a quantity comes from the place that its row names or is missing, with the reason; a channel of which nothing
 * arrived has no sample. A number beyond the range of its row is no number.
 */
import { isInRange } from '../quality/plausible.ts';
import {
  type Amount,
  type Cell,
  type Decoded,
  type DecodedRecord,
  deviceChannel,
  type Format,
  type FormatFault,
  type FormatRow,
} from './format-shape.ts';
import { type Place, placesOf } from './places.ts';
import type { Uplink } from './uplink.ts';

const nothingDecoded = (...faults: FormatFault[]): Decoded => ({ records: [], faults });

/** Decodes an uplink. One of another port has no records and no fault: instruments send their status on ports of its own. */
export function decodeUplink(format: Format, uplink: Uplink): Decoded {
  if (format.port !== null && uplink.port !== null && uplink.port !== format.port) return nothingDecoded();
  const places = placesOf(format, uplink);
  if ('fault' in places) return nothingDecoded(places.fault);
  const faults = new Set<FormatFault>(places.faults);
  const records: DecodedRecord[] = [];
  for (const place of places.list) {
    const at = place.timeOf();
    if (at === 'timeMissing') {
      faults.add('timeMissing');
      continue;
    }
    const { isBeyond, ...record } = recordOf(format, place, at ?? uplink.at, uplink.signal);
    if (isBeyond) faults.add('implausible');
    else if (Object.keys(record.channels).length === 0) faults.add('empty');
    records.push(record);
  }
  if (places.list.length === 0) faults.add('empty');
  return { records, faults: [...faults] };
}

function recordOf(
  { rows }: Format,
  place: Place,
  at: number | null,
  signal: number | null,
): DecodedRecord & { readonly isBeyond: boolean } {
  const cells = rows.map((row, index) => scaled(place.cellOf(index), row));
  const samples = new Map<string, Map<string, Amount | readonly Amount[]>>();
  const device: { voltage?: number; signal?: number } = signal === null ? {} : { signal };
  for (const [index, { channel, quantity }] of rows.entries()) {
    const cell = cells[index]?.cell;
    if (channel === deviceChannel) {
      if (typeof cell === 'number' && (quantity === 'voltage' || quantity === 'signal')) device[quantity] = cell;
      continue;
    }
    const sample = samples.get(channel) ?? new Map<string, Amount | readonly Amount[]>();
    samples.set(channel, sample.set(quantity, cell === undefined || typeof cell === 'string' ? null : cell));
  }
  const present = [...samples].filter(([, sample]) => [...sample.values()].some(isPresent));
  return {
    at,
    channels: Object.fromEntries(present.map(([channel, sample]) => [channel, Object.fromEntries(sample)])),
    device,
    cells: cells.map(({ cell }) => cell),
    isBeyond: cells.some(({ isBeyond }) => isBeyond),
  };
}

const isPresent = (value: Amount | readonly Amount[]): boolean =>
  typeof value === 'number' || (Array.isArray(value) && value.some((each) => each !== null));

/** A cell as its row has it, and whether a number of it was beyond the range of the row. */
function scaled(cell: Cell, row: FormatRow): { readonly cell: Cell; readonly isBeyond: boolean } {
  if (typeof cell === 'string') return { cell, isBeyond: false };
  if (typeof cell === 'number') {
    const number = scaledNumber(cell, row);
    if (number === null) return { cell: cell === row.nothing ? 'nothing' : 'notFinite', isBeyond: false };
    const isBeyond = !isInRange(number, row);
    return { cell: isBeyond ? 'implausible' : number, isBeyond };
  }
  const list = cell.map((each) => (each === null ? null : scaledNumber(each, row)));
  const inRange = list.map((each) => (each !== null && isInRange(each, row) ? each : null));
  return { cell: inRange, isBeyond: inRange.some((each, at) => each !== list[at]) };
}

function scaledNumber(raw: number, { scale, offset, nothing }: FormatRow): number | null {
  if (raw === nothing) return null;
  const value = raw * scale + offset;
  // 237 * 0.1 is 23.7, not 23.700000000000003: what is written down is what was sent.
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : null;
}

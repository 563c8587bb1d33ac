/** The rows of a register map as they are typed. Pure. */
import type { RegisterRow } from '@plumbline/contract/telemetry/dial-in.rows';

type Row = Partial<RegisterRow>;

/** Registers that a row fills, as far as its type says. */
const lengthOf = ({ type = 'uint16' }: Row): number => {
  if (type === 'float64') return 4;
  return type.endsWith('32') ? 2 : 1;
};

/** A new row goes on where the last one ends: the next registers of the same unit, the next channel. */
export function nextRow(rows: readonly Row[], channels: readonly string[]): Row {
  const last = rows.at(-1);
  const blank = {
    order: 'ABCD',
    bits: null,
    scale: 1,
    offset: 0,
    nothing: null,
    minimum: null,
    maximum: null,
    jump: null,
  } as const;
  if (!last) return { ...blank, unit: 1, function: 3, address: 0, type: 'uint16', ...channelOf(channels[0]) };
  const channel = channels[channels.indexOf(last.channel ?? '') + 1] ?? last.channel;
  return {
    ...last,
    ...(typeof last.address === 'number' ? { address: last.address + lengthOf(last) } : {}),
    ...channelOf(channel),
  };
}

const channelOf = (channel: string | undefined): Row => (channel === undefined ? {} : { channel });

/** The first row whose quantity of its channel stands above already; null = none. */
export function repeatedRow(rows: readonly Row[]): number | null {
  const names = rows.map(({ channel, quantity }) => (channel && quantity ? `${channel} ${quantity}` : null));
  const at = names.findIndex((name, row) => name !== null && names.indexOf(name) !== row);
  return at < 0 ? null : at;
}

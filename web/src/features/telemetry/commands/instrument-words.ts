/** The settings of an instrument in words: those that it has, and those that it was told to have. */
import {
  calibrationName,
  DeliveryServer,
  type Instrument,
  SerialPort,
} from '@plumbline/contract/telemetry/commands.settings';
import type { TFunction } from 'i18next';
import { formatTime, missing } from '../../../kernel/format.ts';

type Port = NonNullable<Instrument['ports']['value']>[number];
type Server = NonNullable<Instrument['server']['value']>;

export const portWords = ({ port, baudRate, dataBits, parity, stopBits }: Port, t: TFunction): string =>
  `${t('instruments:port', { port })} · ${baudRate} · ${dataBits}${t(`instruments:parityShort.${parity}`)}${stopBits}`;

export const serverWords = ({ host, port, tls }: Server): string => `${host}:${port}${tls ? ' TLS' : ''}`;

/** A time as an instrument says it: where it is none that can be read, the letters themselves. */
export const timeWords = (text: string, zone: string | undefined): string =>
  Number.isNaN(Date.parse(text)) ? text : formatTime(text, zone);

/** Returns the words for a request to an instrument: to write or delete, or from when to when it was asked. */
export function wantedWords(requestedValue: unknown, t: TFunction, zone: string | undefined): string {
  const port = SerialPort.safeParse(requestedValue).data;
  if (port) return portWords(port, t);
  const server = DeliveryServer.safeParse(requestedValue).data;
  if (server) return serverWords(server);
  if (typeof requestedValue !== 'object' || requestedValue === null) return missing;
  const { name, from, to, at } = requestedValue as Readonly<Record<string, unknown>>;
  if (calibrationName.safeParse(name).success) return String(name);
  if (typeof from === 'string' && typeof to === 'string') return `${timeWords(from, zone)} – ${timeWords(to, zone)}`;
  if (typeof at === 'string') return timeWords(at, zone);
  return Object.entries(requestedValue)
    .map(([key, value]) => `${key} ${value}`)
    .join(' · ');
}

/** Settings of the port where files are uploaded over FTP. */
import { isIPv4 } from 'node:net';
import { certificateProblem } from './config.checks.ts';
import type { SettingReader } from './config.reader.ts';

export const ftpSettings = {
  FTP_PORT: [
    '',
    'Port where files of feeds are uploaded over FTP and FTPS (explicit TLS); 21 is usual, 0 takes any free one, empty closes it.',
  ],
  FTP_TLS: [
    'offered',
    'offered: TLS with the certificate of MQTT_TLS_CERT, and without TLS those feeds that allow it themselves; required: nobody without TLS.',
  ],
  FTP_PASSIVE_PORTS: [
    '50000-50049',
    'Ports of the data connections of FTP, first-last, to be opened in the firewall too; empty takes any free ones.',
  ],
  FTP_ADDRESS: [
    '',
    'IPv4 address that FTP names for data connections (PASV), where senders reach another than this machine has; empty = the one that they reached.',
  ],
} as const;

export interface FtpConfig {
  readonly port: number;
  /** null = whichever is free. */
  readonly passive: { readonly first: number; readonly last: number } | null;
  readonly address: string | null;
  /** null = no TLS is offered. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** True when a feed may allow FTP without TLS. */
  readonly mayBePlain: boolean;
}

type Key = keyof typeof ftpSettings | 'MQTT_TLS_CERT' | 'MQTT_TLS_KEY';

/** null = closed. */
export function readFtp(reader: SettingReader<Key>): FtpConfig | null {
  const passive = readRange(reader);
  const address = reader.checked('FTP_ADDRESS', (text) => (isIPv4(text) ? null : 'is no IPv4 address'));
  const way = reader.text('FTP_TLS');
  if (way !== 'offered' && way !== 'required') reader.refuse('FTP_TLS', 'is offered or required');
  if (reader.text('FTP_PORT') === '') return null;
  const [certFile, keyFile] = [reader.text('MQTT_TLS_CERT'), reader.text('MQTT_TLS_KEY')];
  const tls = certFile && keyFile ? { certFile, keyFile } : null;
  if (way === 'required' && !tls) reader.refuse('FTP_TLS', 'needs MQTT_TLS_CERT and MQTT_TLS_KEY');
  const problem = tls && certificateProblem(certFile, keyFile);
  if (problem) throw new Error(problem);
  return { port: reader.port('FTP_PORT'), passive, address, tls, mayBePlain: way === 'offered' };
}

function readRange(reader: SettingReader<Key>): FtpConfig['passive'] {
  const text = reader.optional('FTP_PASSIVE_PORTS');
  if (text === null) return null;
  const [first, last] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).slice(1).map(Number);
  if (first === undefined || last === undefined || first < 1 || last > 65_535 || first > last)
    reader.refuse('FTP_PASSIVE_PORTS', 'is first-last, two ports from 1 to 65535');
  return { first, last };
}

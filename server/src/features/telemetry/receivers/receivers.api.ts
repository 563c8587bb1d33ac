/** The ways on which messages leave for receivers of others, by the transport of an address, and how long one may take. */
import type { PushTransport } from '@plumbline/contract/reports/push-transports';
import { sendByFtp } from './logic/ftp.transport.ts';
import { sendByHttp } from './logic/http.transport.ts';
import { sendByMqtt } from './logic/mqtt.transport.ts';
import { sendBySftp } from './logic/sftp.transport.ts';
import { sendToTable } from './logic/table.transport.ts';
import { sendByTcp } from './logic/tcp.transport.ts';
import type { Transport } from './logic/transport.ts';

export { Links, senderLinks } from './logic/links.ts';
export { type Delivered, type Delivery, PushRefused, type ShownRequest } from './logic/transport.ts';

export const transports: Readonly<Record<PushTransport, { readonly send: Transport; readonly limitMs: number }>> = {
  // Its request has a shorter limit of its own.
  http: { send: sendByHttp, limitMs: 30_000 },
  mqtt: { send: sendByMqtt, limitMs: 10_000 },
  tcp: { send: sendByTcp, limitMs: 10_000 },
  ftp: { send: sendByFtp, limitMs: 30_000 },
  sftp: { send: sendBySftp, limitMs: 30_000 },
  postgresql: { send: sendToTable, limitMs: 30_000 },
  mysql: { send: sendToTable, limitMs: 30_000 },
};

/** The ports beside those of the gateway itself: where control systems read, and where files and messages are delivered. */
import type { Base } from './app.base.ts';
import { type CoapPort, openCoap } from './features/telemetry/coap/coap.port.api.ts';
import type { FolderFeeds } from './features/telemetry/feeds/feeds.port.api.ts';
import { type FtpPort, openFtp } from './features/telemetry/ftp/ftp.port.api.ts';
import type { openGateway } from './features/telemetry/gateway/logic/gateway.ts';
import { type ModbusServer, openModbusServer } from './features/telemetry/modbus-server/modbus-server.tcp.ts';
import { openSftp, type SftpPort } from './features/telemetry/sftp/sftp.port.api.ts';
import type { Addresses } from './kernel/addresses.ts';

export type OpenedGateway = Awaited<ReturnType<typeof openGateway>>;

/** The ports beside those of the gateway itself, in the process that has one; the addresses are those that were taken. */
export async function openPorts(base: Base, addresses: Addresses, gateway: OpenedGateway | null) {
  if (!gateway) return { modbus: null, sftp: null, ftp: null, coap: null };
  nameRealPorts(addresses, gateway);
  const modbus = await openModbus(base, addresses);
  const sftp = await openUploads(base, addresses, gateway.feeds);
  const ftp = await openFtpUploads(base, addresses, gateway.feeds);
  return { modbus, sftp, ftp, coap: await openCoapPort(base, gateway) };
}

/** The port where control systems read; null = it is closed. */
async function openModbus({ config, clock, log, database }: Base, addresses: Addresses): Promise<ModbusServer | null> {
  if (config.modbusPort === null) return null;
  const server = await openModbusServer({ db: database.db, clock, log, host: config.host, port: config.modbusPort });
  if (addresses.modbus) addresses.modbus.port = server.port;
  return server;
}

/** The UDP port where devices deliver; null = it is closed. */
async function openCoapPort({ config, log }: Base, { http }: OpenedGateway): Promise<CoapPort | null> {
  const { host, coapPort: port } = config;
  if (port === null) return null;
  return openCoap({ deliver: (sncode, secret, text) => http.deliver(sncode, secret, text), log, host, port });
}

/** The port where files of feeds are uploaded; null = it is closed. */
async function openUploads(
  { config: { host, sftpPort: port, dataDir }, log }: Base,
  addresses: Addresses,
  feeds: FolderFeeds,
): Promise<SftpPort | null> {
  if (port === null) return null;
  const sftp = await openSftp({ feeds, log, dataDir, host, port });
  if (addresses.sftp) addresses.sftp.port = sftp.port;
  return sftp;
}

/** The same over FTP; null = it is closed. */
async function openFtpUploads(
  { config: { host, ftp: config, dataDir }, log, clock }: Base,
  addresses: Addresses,
  feeds: FolderFeeds,
): Promise<FtpPort | null> {
  if (config === null) return null;
  const ftp = await openFtp({ feeds, log, clock, dataDir, host, ftp: config });
  if (addresses.ftp) addresses.ftp.port = ftp.port;
  return ftp;
}

/** Port 0 took whichever was free. */
function nameRealPorts({ mqtt, dialIn, dialInUdp }: Addresses, gateway: OpenedGateway): void {
  if (gateway.dialIn && dialIn) dialIn.port = gateway.dialIn.port;
  if (gateway.dialIn && dialInUdp) dialInUdp.port = gateway.dialIn.udpPort;
  if (gateway.mqtt && mqtt) mqtt.port = gateway.mqtt.tlsPort ?? gateway.mqtt.port ?? mqtt.port;
}

/** Where this installation is reached: filled from the settings, corrected by `main.ts` once the real ports are known. */
import type { Config } from './config.ts';

export interface Addresses {
  /** Base of web and API, without a slash at the end. */
  http: string;
  /** null = no MQTT. */
  mqtt: { host: string; port: number; tls: boolean } | null;
  /** Where modems dial in; null = nowhere. */
  dialIn: { host: string; port: number } | null;
  /** The same over UDP. */
  dialInUdp: { host: string; port: number } | null;
  /** Where files of feeds are uploaded over SFTP; null = nowhere. */
  sftp: { host: string; port: number } | null;
  /** Where they are uploaded over FTP, with TLS, without, or as the feed allows; null = nowhere. */
  ftp: { host: string; port: number; hasTls: boolean; mayBePlain: boolean } | null;
  /** Where control systems read over Modbus TCP; null = nowhere. */
  modbus: { host: string; port: number } | null;
}

/** As the settings say; port 0 stays 0 until something listens. A public URL names the host for MQTT too. */
export function addressesOf(config: Config): Addresses {
  const host = config.publicUrl ? new URL(config.publicUrl).hostname : config.host;
  const { mqttTls, mqttPort, dialInPort, dialInUdpPort, modbusPort, sftpPort, ftp } = config;
  return {
    http: config.publicUrl ?? `http://${host}:${config.port}`,
    mqtt: mqttTls
      ? { host, port: mqttTls.port, tls: true }
      : mqttPort === null
        ? null
        : { host, port: mqttPort, tls: false },
    dialIn: dialInPort === null ? null : { host, port: dialInPort },
    dialInUdp: dialInUdpPort === null ? null : { host, port: dialInUdpPort },
    sftp: sftpPort === null ? null : { host, port: sftpPort },
    ftp: ftp && { host, port: ftp.port, hasTls: ftp.tls !== null, mayBePlain: ftp.mayBePlain },
    modbus: modbusPort === null ? null : { host, port: modbusPort },
  };
}

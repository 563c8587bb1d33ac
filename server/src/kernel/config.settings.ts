import { edgeSettings } from './config.edge.ts';
import { ftpSettings } from './config.ftp.ts';
import type { SettingReader } from './config.reader.ts';

/** Settings, all by environment: docs/guide/platform/settings.md is made from this table, and a test compares the two. */
export const settings = {
  HOST: ['127.0.0.1', 'Address that web, API and gateway listen on. 0.0.0.0 opens them to the network.'],
  PORT: ['8080', 'Port of web and API.'],
  DATA_DIR: ['data', 'Where the embedded database, files and secrets live.'],
  DATABASE_URL: ['', 'An external PostgreSQL 15 or newer; empty starts the embedded one.'],
  DATABASE_POOL: ['10', 'Connections of the pool.'],
  DATABASE_TIMEOUT_SECONDS: [
    '30',
    'Seconds without a sign of life after which a connection to the database is given up and made anew.',
  ],
  DISK_ALARM_GB: ['2', 'Administrators are told when less than this is left on the disk of the data.'],
  ROLES: ['web,gateway,worker', 'Which of web, gateway and worker this process runs.'],
  PAGES_APART: [
    '1',
    'Pages and API are served by a process of their own where ROLES names all three, so that no request holds readings and alerts; 0 keeps one process.',
  ],
  CLUSTER: ['', '1 when several processes share one database: sockets are then relayed through it.'],
  PUBLIC_URL: [
    '',
    'Address by which browsers and devices reach this installation, where it differs from HOST and PORT.',
  ],
  MQTT_PORT: ['1883', 'Port of the embedded MQTT broker; 0 takes any free one, off closes it.'],
  MQTT_TLS_PORT: ['', 'Port of MQTT over TLS; needs the two below.'],
  MQTT_TLS_CERT: ['', 'File with the PEM certificate chain.'],
  MQTT_TLS_KEY: ['', 'File with the PEM private key.'],
  DIAL_IN_PORT: [
    '',
    'Port where modems (DTU) dial in over TCP, to be read over Modbus RTU; 0 takes any free one, empty closes it.',
  ],
  DIAL_IN_UDP_PORT: [
    '',
    'UDP port where modems dial in, of devices that are set up for it; 0 takes any free one, empty closes it.',
  ],
  COAP_PORT: ['', 'UDP port where devices deliver over CoAP; 5683 is usual, 0 takes any free one, empty closes it.'],
  SFTP_PORT: ['', 'Port where files of feeds are uploaded over SFTP; 0 takes any free one, empty closes it.'],
  ...ftpSettings,
  MODBUS_PORT: [
    '',
    'Port where control systems (SCADA) read newest values over Modbus TCP; 502 is usual, 0 takes any free one, empty closes it.',
  ],
  ...edgeSettings,
  SYSTEM_PASSWORD: [
    '',
    'Makes the account "system", which oversees every corporation, or gives it this password (another one ends its sessions and tokens, and removes its second factor); empty closes it.',
  ],
  TILES_URL: [
    '',
    'Map tiles of your own, such as https://tiles.example/{z}/{x}/{y}.png, or the address of a pack (.pmtiles); empty takes a pack in DATA_DIR/basemap, else draws the bundled map.',
  ],
  DEMO: ['', '1 or 0 overrides what the installation was first started as (npm start, npm start -- --no-demo).'],
  DEMO_PASSWORD: ['', 'Password of the demonstration account; random when empty.'],
  DEMO_LANGUAGE: ['en', 'Language in which the first start makes the demonstration: en, zh-CN or zh-TW.'],
  DEMO_DEVICES: ['1', '0 keeps the demonstration devices silent.'],
  S3_BUCKET: ['', 'Keeps files in this S3 bucket and not in DATA_DIR.'],
  S3_ENDPOINT: ['', 'Address of an S3-compatible store; empty = AWS.'],
  S3_REGION: ['us-east-1', 'Region of the bucket. Keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  RETENTION_DAYS: [
    '',
    'Days that readings of a measurement family are kept, such as camera=365,vibration=730; families not named, for ever.',
  ],
  OPERATION_DAYS: ['1095', 'Days that lines of the operation log are kept; 0 keeps them for ever.'],
  DELIVERY_DAYS: ['1095', 'Days that the log of sent messages is kept; 0 keeps it for ever.'],
  WAVEFORM_DAYS: ['', 'Days that waveforms of vibration points are kept; empty keeps them for ever.'],
  OUTBOUND_ALLOW: ['', 'Comma-separated hosts or networks inside the private ranges that outbound calls may reach.'],
  SIM_QUERY_URL: [
    '',
    'Where SIM cards are asked for, with {iccid} and, where the vendor wants it, {sncode}: https://sims.example/v1/cards/{iccid}.',
  ],
  SIM_QUERY_KEY: ['', 'Bearer token for SIM_QUERY_URL.'],
  WECHAT_APP_ID: ['', 'App id of a website at the WeChat Open Platform; empty = nobody signs in by WeChat.'],
  WECHAT_APP_SECRET: ['', 'Its secret; needed with WECHAT_APP_ID.'],
  WECHAT_OPEN_URL: ['https://open.weixin.qq.com', 'Where people scan the QR code of WeChat.'],
  WECHAT_API_URL: ['https://api.weixin.qq.com', 'Where WeChat is asked who came back.'],
  SESSION_TIMEOUT_MAX: [
    '',
    'Seconds without a click after which every session ends, however long its user allows, "never" included; empty = as each user likes.',
  ],
  VERIFICATION_CORPORATION: [
    '',
    'Id of the corporation whose SMS vendor or mail server sends verification codes to people who register a new corporation, and where a corporation has neither; empty = no codes for them.',
  ],
  HOSTS: [
    '',
    'Comma-separated names by which this installation may be called, without port; PUBLIC_URL and this machine itself may always. Empty answers to any name.',
  ],
  REPORT_SIGNING_P12: [
    '',
    'File (PKCS#12) with the key and certificate that released reports are signed with; empty = a certificate of this installation, made by itself.',
  ],
  REPORT_SIGNING_PASSWORD: ['', 'Its password.'],
  LICENCE_KEY: ['', 'Public key (Ed25519, base64) of whoever signs licences for this installation; empty takes none.'],
  PLUGIN_DIR: [
    '',
    'Folder of plug-ins; empty = plugins in DATA_DIR. Every process of the installation needs the same.',
  ],
  PLUGIN_KEYS: [
    '',
    'Whose plug-ins are taken: comma-separated name=key, with public keys (Ed25519, base64); empty takes none.',
  ],
  PRIVATE_DEPLOYMENT: ['', '1 hides pages about the product itself: documents (the guide) and releases.'],
  TRUST_PROXY: ['', 'Comma-separated addresses of reverse proxies whose X-Forwarded-For is believed.'],
  DEVICE_CERT_HEADER: [
    '',
    'Header in which these proxies hand on the client certificate of a device: Client-Cert (RFC 9440), or one with PEM as nginx escapes it; empty reads none. They must remove it from what comes from outside.',
  ],
  METRICS_TOKEN: ['', 'Bearer token that /metrics asks for; empty answers nobody.'],
  LOG_LEVEL: ['warn', 'trace, debug, info, warn, error.'],
} as const satisfies Record<string, readonly [fallback: string, says: string]>;

export type Reader = SettingReader<keyof typeof settings>;

/** Roles of a process, by ROLES. */
export type Role = 'web' | 'gateway' | 'worker';

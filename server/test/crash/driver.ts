/**
 * The devices of the crash test at full speed, and their delivery log: every reading whose message was acknowledged, written
 * and synced outside the server's data. A device that was cut off connects again and repeats by itself.
 */
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type Link, openLink } from '@plumbline/tools/virtual-devices/device';
import type { FleetDevice } from './fleet.ts';
import { measuredAt, timeOf } from './stream.ts';

export interface Acknowledged {
  readonly device: number;
  readonly seq: number;
  readonly at: number;
  readonly value: number;
}

/** An append-only file of what was acknowledged; synced every 50 ms. */
export function openDeliveryLog(path: string) {
  const file = openSync(path, 'a+');
  let lines: string[] = [];
  let acked = 0;
  function sync() {
    if (lines.length === 0) return;
    writeSync(file, lines.join(''));
    lines = [];
    fdatasyncSync(file);
  }
  const timer = setInterval(sync, 50);
  return {
    get acked() {
      return acked;
    },
    add({ device, seq, at, value }: Acknowledged) {
      lines.push(`${device} ${seq} ${at} ${value}\n`);
      acked++;
    },
    /** Everything, read back from the disk. */
    read(): Acknowledged[] {
      sync();
      return readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [device, seq, at, value] = line.split(' ').map(Number) as [number, number, number, number];
          return { device, seq, at, value };
        });
    },
    close() {
      clearInterval(timer);
      sync();
      closeSync(file);
    },
  };
}
export type DeliveryLog = ReturnType<typeof openDeliveryLog>;

export interface DriverOptions {
  readonly mqttUrl: string;
  readonly httpUrl: string;
  readonly devices: readonly FleetDevice[];
  /** The last so many speak HTTP. */
  readonly overHttp: number;
  readonly deviceStats: DeliveryLog;
}

const window = 20;
/** Every fourth device sends five records in a message. */
const recordsOf = (device: number) => (device % 4 === 3 ? 5 : 1);

/** Opens all links; each sends as fast as it is acknowledged until paused. */
export function driveDevices({ mqttUrl, httpUrl, devices, overHttp, deviceStats: deliveryLog }: DriverOptions) {
  let sending = false;
  const sent = devices.map(() => 0);
  const refused: string[] = [];
  const record = (device: number, seq: number) => ({
    at: timeOf(seq),
    channels: { 1: { temperature: measuredAt(device, seq) } },
  });

  function sendNext(device: number) {
    const count = recordsOf(device);
    const from = sent[device]! + 1;
    sent[device] = sent[device]! + count;
    const records = Array.from({ length: count }, (_, i) => record(device, from + i));
    links[device]!.send(JSON.stringify(count === 1 ? records[0] : records));
  }
  function fill(device: number) {
    const max = 2 * (device >= devices.length - overHttp ? 1 : window);
    while (sending && links[device]!.waiting < max) sendNext(device);
  }
  const links: Link[] = devices.map(({ sncode, secret }, device) =>
    openLink({
      url: device >= devices.length - overHttp ? httpUrl : mqttUrl,
      sncode,
      secret,
      window: device >= devices.length - overHttp ? 1 : window,
      reconnectMs: 40,
      onDelivered: ({ seq: message }) => {
        const count = recordsOf(device);
        for (let seq = (message - 1) * count + 1; seq <= message * count; seq++)
          deliveryLog.add({ device, seq, at: timeOf(seq), value: measuredAt(device, seq) });
        fill(device);
      },
      onRefused: (payload, status, reply) =>
        refused.push(`${status} ${reply.slice(0, 200)} for ${payload.slice(0, 100)}`),
    }),
  );

  return {
    /** Readings given to each device so far. */
    sent: sent as readonly number[],
    refused: refused as readonly string[],
    get resent() {
      return links.reduce((sum, { counts }) => sum + counts.resent, 0);
    },
    resume() {
      sending = true;
      devices.forEach((_, device) => {
        fill(device);
      });
    },
    pause() {
      sending = false;
    },
    /** Resolves when everything sent is acknowledged; rejects after the limit. */
    idle: (limitMs: number) => Promise.all(links.map((link) => link.idle(limitMs))),
    stop: () => Promise.all(links.map((link) => link.stop())),
  };
}

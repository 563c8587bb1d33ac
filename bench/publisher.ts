/**
 * The load generator, a process of its own: many MQTT devices that publish prebuilt payloads at QoS 1 and time every
 * PUBACK. It parses and builds only the few bytes it must, so that it takes little of the machine that it measures.
 */
import { connect, type Socket } from 'node:net';
import { ascending, percentile } from './numbers.ts';

export interface Job {
  readonly port: number;
  readonly devices: readonly { readonly sncode: string; readonly secret: string }[];
  /** JSON texts of what the channels of a device measure at one time, sent in turn. */
  readonly samples: readonly string[];
  readonly records: number;
  /** Messages on the way at once, per device. */
  readonly window: number;
  /** Messages per second over all devices; null = as fast as they are acknowledged. */
  readonly perSecond: number | null;
  /** Measured when it is sent, also where nothing is paced. */
  readonly measuredNow?: boolean;
}
export interface MeasureRequest {
  readonly warmUpMs: number;
  readonly measureMs: number;
}
export interface Measured {
  readonly messages: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly cpuSeconds: number;
  /** Messages that were due and not sent, because the device had too many on the way: they count in no wait. */
  readonly skipped: number;
  /** Since the process began. */
  readonly acked: number;
}

interface Device {
  readonly socket: Socket;
  /** Everything of a PUBLISH before its packet id. */
  readonly topic: Buffer;
  readonly sentAt: Float64Array;
  nextId: number;
  flying: number;
  seq: number;
  /** Time of the newest record, epoch ms. */
  lastAt: number;
  rest: Buffer;
  place: number;
}

const firstAt = Date.UTC(2015, 0, 1);
const stepMs = 1_000;

async function run(job: Job) {
  const { devices: known, samples, records, window, perSecond, measuredNow = perSecond !== null } = job;
  const slots = window * 2;
  let latencies: number[] | null = null;
  let acked = 0;
  let skipped = 0;
  let sending = false;
  const devices = await Promise.all(known.map(open));

  function payloadOf(device: Device): string {
    if (records === 1) {
      // Paced, the time of measuring is now, so that whoever sees the reading can tell how long it took. No two of a
      // device are of one millisecond, after a stall of this process either: the second would overwrite the first.
      const seq = device.seq++;
      const at = !measuredNow ? firstAt + seq * stepMs : Math.max(Date.now(), device.lastAt + 1);
      device.lastAt = at;
      return `{"at":${at},"channels":${samples[(seq + device.place) % samples.length]}}`;
    }
    let text = '[';
    for (let i = 0; i < records; i++) {
      const seq = device.seq++;
      text += `${i ? ',' : ''}{"at":${firstAt + seq * stepMs},"channels":${samples[(seq + device.place) % samples.length]}}`;
    }
    return `${text}]`;
  }

  function publish(device: Device) {
    const id = (device.nextId++ % slots) + 1;
    const payload = payloadOf(device);
    const rest = device.topic.length + 2 + payload.length;
    const lengthBytes = rest < 128 ? 1 : rest < 16_384 ? 2 : 3;
    const packet = Buffer.allocUnsafe(1 + lengthBytes + rest);
    let at = packet.writeUInt8(0x32, 0);
    for (let left = rest, i = 0; i < lengthBytes; i++, left >>= 7)
      at = packet.writeUInt8((left & 127) | (i < lengthBytes - 1 ? 128 : 0), at);
    at += device.topic.copy(packet, at);
    at = packet.writeUInt16BE(id, at);
    packet.write(payload, at, 'latin1');
    device.sentAt[id] = performance.now();
    device.flying++;
    device.socket.write(packet);
  }

  function fill(device: Device) {
    if (!sending || perSecond !== null || device.flying >= window) return;
    device.socket.cork();
    while (device.flying < window) publish(device);
    device.socket.uncork();
  }

  function receive(device: Device, chunk: Buffer, accepted: () => void) {
    const data = device.rest.length > 0 ? Buffer.concat([device.rest, chunk]) : chunk;
    const now = performance.now();
    let at = 0;
    while (data.length - at >= 4) {
      const kind = data[at]! >> 4;
      if (kind === 4) {
        const sentAt = device.sentAt[data.readUInt16BE(at + 2)]!;
        device.flying--;
        acked++;
        latencies?.push(now - sentAt);
      } else if (kind === 2) {
        if (data[at + 3] !== 0) throw new Error(`a device was refused: ${data[at + 3]}`);
        accepted();
      } else throw new Error(`unexpected packet ${kind}`);
      at += 4;
    }
    device.rest = data.subarray(at);
    fill(device);
  }

  function open({ sncode, secret }: Job['devices'][number], place: number): Promise<Device> {
    return new Promise((resolve, reject) => {
      const socket = connect(job.port, '127.0.0.1');
      socket.setNoDelay(true);
      const name = Buffer.from(`devices/${sncode}/readings`);
      const topic = Buffer.concat([Buffer.from([name.length >> 8, name.length & 255]), name]);
      const device: Device = {
        socket,
        topic,
        sentAt: new Float64Array(slots + 1),
        nextId: 0,
        flying: 0,
        seq: 0,
        lastAt: 0,
        rest: Buffer.alloc(0),
        place: place * 37,
      };
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(`${sncode}: connection lost`)));
      socket.on('data', (chunk: Buffer) => receive(device, chunk, () => resolve(device)));
      socket.once('connect', () => socket.write(connectPacket(sncode, secret)));
    });
  }

  /** Sends what is due every few milliseconds, to one device after the other. */
  function pace(rate: number): () => void {
    const startedAt = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * rate);
      while (sent < due) {
        const device = devices[sent++ % devices.length]!;
        if (device.flying < slots) publish(device);
        else skipped++;
      }
    }, 5);
    return () => clearInterval(timer);
  }

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  return async ({ warmUpMs, measureMs }: MeasureRequest): Promise<Measured> => {
    sending = true;
    const stop = perSecond === null ? () => undefined : pace(perSecond);
    for (const device of devices) fill(device);
    await pause(warmUpMs);
    latencies = [];
    skipped = 0;
    const startedAt = performance.now();
    const cpuAt = process.cpuUsage();
    await pause(measureMs);
    const seconds = (performance.now() - startedAt) / 1000;
    const sorted = ascending(latencies);
    latencies = null;
    const cpu = process.cpuUsage(cpuAt);
    sending = false;
    stop();
    while (devices.some((device) => device.flying > 0)) await pause(5);
    return {
      messages: sorted.length,
      seconds,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      maxMs: sorted.at(-1) ?? Number.NaN,
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      acked,
      skipped,
    };
  };
}

function connectPacket(sncode: string, secret: string): Buffer {
  const text = (value: string) => {
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  };
  const body = Buffer.concat([text('MQTT'), Buffer.from([4, 0xc2, 0, 120]), text(sncode), text(sncode), text(secret)]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

const measure = Promise.withResolvers<Awaited<ReturnType<typeof run>>>();
process.on('message', async (message: { job: Job } | { request: MeasureRequest }) => {
  if ('job' in message) {
    measure.resolve(await run(message.job));
    process.send!('ready');
  } else process.send!(await (await measure.promise)(message.request));
});
process.on('disconnect', () => process.exit(0));

/** Command line of the virtual devices: see `usage`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { answerOf, type DeviceSpec, type Link, openLink, recordsOf } from './device.ts';
import { paceOf } from './pace.ts';
import { upgrader } from './upgrade.ts';

const usage = `Virtual devices for Plumbline: they measure nothing and deliver it as real ones do.

  node tools/virtual-devices/main.ts --url mqtt://127.0.0.1:1883 --devices list.json [options]

  --url URL        mqtt:// or mqtts:// (QoS 1) or http:// or https:// of the server
  --devices FILE   JSON: [{ "sncode": "VW8-0001", "secret": "...", "channels": { "1": { "family": "waterLevel" } } }]
                   A channel may also have: mode, seed, site, nodeCount, intervalMs, dropoutRatio,
                   event { atMs, amplitude, shape "ramp" or "step", durationMs, untilMs }
  --interval S     seconds between two messages of a device (default 10)
  --rate N         instead: messages per second of all devices together
  --batch N        records per message (default 1)
  --seconds S      stop after this time (default: at Ctrl+C)
  --qos 0|1        MQTT quality of service (default 1)
  --window N       messages of a device on the way at once (default 20, HTTP 1)
  --json           print the final counts as JSON only
`;

interface Fleet {
  readonly links: readonly Link[];
  readonly latencies: number[];
  readonly next: () => void;
}

const maxLatencies = 100_000;

function fleetOf(
  devices: readonly DeviceSpec[],
  url: string,
  batch: number,
  more: { qos: 0 | 1; window?: number },
): Fleet {
  const latencies: number[] = [];
  let measured = 0;
  const links: Link[] = [];
  const senders = devices.map((spec, index) => {
    const records = recordsOf(spec);
    // A channel without a plan goes with the program; one with a plan keeps to it.
    const pace = paceOf(Object.keys(spec.channels), { everyMs: 0, nowMs: Date.now });
    const answer = answerOf(spec, () => links[index] as Link, pace);
    const upgrade = upgrader(spec, (text) => links[index]?.respond(text));
    const link = openLink({
      url,
      sncode: spec.sncode,
      secret: spec.secret,
      ...more,
      onDelivered: ({ sentAt, ackedAt }) => {
        // The latest are enough, and a run may last for months.
        latencies[measured++ % maxLatencies] = ackedAt - sentAt;
      },
      onCommand: (text) => (upgrade.take(text) ? undefined : answer(text)),
    });
    link.ready().then(upgrade.hello, () => undefined);
    links.push(link);
    let last = 0;
    return () => {
      // Every record of a device has a time of its own, up to the present.
      const channels = pace.due();
      if (channels.length === 0) return;
      const from = Math.max(last + 1, Date.now() - batch + 1);
      last = from + batch - 1;
      const list = Array.from({ length: batch }, (_, i) => records(from + i, channels));
      link.send(JSON.stringify(batch === 1 ? list[0] : list));
    };
  });
  let turn = 0;
  return { links, latencies, next: () => senders[turn++ % senders.length]?.() };
}

function totals({ links, latencies }: Fleet, seconds: number) {
  const sum = (key: keyof Link['counts']) => links.reduce((total, { counts }) => total + counts[key], 0);
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10;
  return {
    seconds: Math.round(seconds * 10) / 10,
    connected: links.filter((link) => link.connected).length,
    accepted: sum('accepted'),
    acked: sum('acked'),
    resent: sum('resent'),
    refused: sum('refused'),
    rejects: sum('rejects'),
    perSecond: Math.round(sum('acked') / Math.max(seconds, 0.001)),
    ackMs: { p50: at(0.5), p99: at(0.99) },
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      devices: { type: 'string' },
      interval: { type: 'string', default: '10' },
      rate: { type: 'string' },
      batch: { type: 'string', default: '1' },
      seconds: { type: 'string' },
      qos: { type: 'string', default: '1' },
      window: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.url === undefined || values.devices === undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const devices = JSON.parse(readFileSync(values.devices, 'utf8')) as DeviceSpec[];
  const qos = values.qos === '0' ? 0 : 1;
  const window = values.window === undefined ? {} : { window: Number(values.window) };
  const fleet = fleetOf(devices, values.url, Math.max(1, Number(values.batch)), { qos, ...window });
  const rate = values.rate === undefined ? devices.length / Number(values.interval) : Number(values.rate);
  if (!(rate > 0)) throw new RangeError('--rate and --interval are positive numbers');

  const startedAt = performance.now();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  if (values.seconds !== undefined) setTimeout(() => stop.abort(), Number(values.seconds) * 1000);
  const seconds = () => (performance.now() - startedAt) / 1000;
  let sent = 0;
  // Each device starts with a message, then all take turns; what is due is sent in small bursts.
  const pace = setInterval(() => {
    const due = Math.min(sent + 5000, Math.floor(seconds() * rate) + Math.min(devices.length, Math.ceil(rate)));
    for (; sent < due; sent++) fleet.next();
  }, 20);
  const report = setInterval(() => {
    const { acked, connected, perSecond, ackMs } = totals(fleet, seconds());
    if (!values.json)
      process.stdout.write(`${acked} acked, ${connected} connected, ${perSecond}/s, p99 ${ackMs.p99} ms\n`);
  }, 5000);

  await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  clearInterval(pace);
  clearInterval(report);
  await Promise.allSettled(fleet.links.map((link) => link.idle(10_000)));
  const result = totals(fleet, seconds());
  await Promise.all(fleet.links.map((link) => link.stop()));
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

await main();

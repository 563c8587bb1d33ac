/** The demonstration's devices: they connect to the real gateway over MQTT, as any device would, and deliver live. */
import { answerOf, type DeviceSpec, type Link, openLink, recordsOf } from '@plumbline/tools/virtual-devices/device';
import { hourMs, signalOfPoint } from './demo.signals.ts';
import type { DemoDevice, Demonstration } from './demo.ts';

/** How often a device delivers; a lively one more often, so that its curve is seen to move. */
const everyMs = 20_000;
const livelyEveryMs = 5_000;
const firstEventMs = 75_000;
const eventEveryMs = 2 * hourMs;
const eventLastsMs = 8 * 60_000;

export function startDevices(url: string, demonstration: Demonstration, nowMs: () => number): { stop(): void } {
  const started = nowMs();
  const links: Link[] = [];
  const timers: NodeJS.Timeout[] = [];
  for (const [i, device] of demonstration.devices.entries()) {
    const spec = specOf(device, demonstration.startMs, started);
    const record = recordsOf(spec);
    let link: Link;
    const answer = answerOf(spec, () => link);
    link = openLink({ url, sncode: device.sncode, secret: device.secret, reconnectMs: 1_000, onCommand: answer });
    link.ready().catch(() => undefined);
    links.push(link);
    const lively = device.channels.some(({ point }) => point.lively);
    const deliver = () => {
      // While the gateway is away only so much is kept, as in a real logger.
      if (link.waiting < 1_000) link.send(JSON.stringify(record(nowMs())));
    };
    const period = lively ? livelyEveryMs : everyMs;
    // Not all in the same instant.
    timers.push(setTimeout(() => timers.push(setInterval(deliver, period)), (i * 613) % period));
  }
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer);
      for (const link of links) link.stop();
    },
  };
}

function specOf({ sncode, secret, channels }: DemoDevice, startMs: number, startedMs: number): DeviceSpec {
  return {
    sncode,
    secret,
    channels: Object.fromEntries(
      channels.map(({ number, point, site, reach }) => {
        const { seed, options } = signalOfPoint(site, sncode, point, startMs);
        const events = point.lively
          ? Array.from({ length: 84 }, (_, i) => {
              const atMs = startedMs + firstEventMs + i * eventEveryMs;
              return {
                atMs,
                amplitude: reach,
                shape: 'ramp' as const,
                durationMs: 60_000,
                untilMs: atMs + eventLastsMs,
              };
            })
          : [];
        return [number, { family: point.family, seed, ...options, events }];
      }),
    ),
  };
}

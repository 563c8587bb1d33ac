/** The demonstration's devices: they connect to the real gateway over MQTT, as any device would, and deliver live. */
import { answerOf, type DeviceSpec, type Link, openLink, recordsOf } from '@plumbline/tools/virtual-devices/device';
import { type DevicePlan, paceOf } from '@plumbline/tools/virtual-devices/pace';
import { upgrader } from '@plumbline/tools/virtual-devices/upgrade';
import { hourMs, signalOfPoint } from './demo.signals.ts';
import type { DemoDevice, Demonstration } from './demo.ts';

/** How often a device delivers; a lively one more often, so that its curve is seen to move. */
const ownEveryMs = 20_000;
const dayMs = 86_400_000;
const livelyEveryMs = 5_000;
const firstEventMs = 75_000;
const eventEveryMs = 2 * hourMs;
const eventLastsMs = 8 * 60_000;

/** What a device of the demonstration has in its own memory, by sncode: the firmware it runs, the plans it confirmed. */
export function startDevices(
  url: string,
  demonstration: Demonstration,
  nowMs: () => number,
  versions: ReadonlyMap<string, string>,
  plans: ReadonlyMap<string, readonly DevicePlan[]>,
): { stop(): void } {
  const started = nowMs();
  const links: Link[] = [];
  const timers: (NodeJS.Timeout | undefined)[] = [];
  for (const [i, device] of demonstration.devices.entries()) {
    const spec = specOf(device, demonstration.startMs, started);
    const record = recordsOf(spec);
    let link: Link;
    const lively = device.channels.some(({ point }) => point.lively);
    const everyMs = lively ? livelyEveryMs : ownEveryMs;
    // Not all in the same instant.
    const firstAt = started + ((i * 613) % everyMs);
    const pace = paceOf(Object.keys(spec.channels), { everyMs, nowMs, firstAt }, () => schedule());
    const answer = answerOf(spec, () => link, pace);
    const upgrade = upgrader(device, (text) => link.respond(text), { version: versions.get(device.sncode) });
    link = openLink({
      url,
      sncode: device.sncode,
      secret: device.secret,
      reconnectMs: 1_000,
      onCommand: (text) => (upgrade.take(text) ? undefined : answer(text)),
    });
    link.ready().then(upgrade.hello, () => undefined);
    links.push(link);
    const deliver = () => {
      const channels = pace.due();
      // While the gateway is away only so much is kept, as in a real logger.
      if (channels.length > 0 && link.waiting < 1_000) link.send(JSON.stringify(record(nowMs(), channels)));
      schedule();
    };
    function schedule(): void {
      clearTimeout(timers[i]);
      const at = pace.nextAt();
      timers[i] = at === null ? undefined : setTimeout(deliver, Math.min(dayMs, Math.max(0, at - nowMs())));
    }
    for (const plan of plans.get(device.sncode) ?? []) pace.take(plan);
    schedule();
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

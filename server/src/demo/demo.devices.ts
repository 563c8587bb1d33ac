/** The demonstration's devices: they connect to the real gateway over MQTT, as any device would, and deliver live. */
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { answerOf, type DeviceSpec, type Link, openLink, recordsOf } from '@plumbline/tools/virtual-devices/device';
import { type DevicePlan, paceOf } from '@plumbline/tools/virtual-devices/pace';
import { upgrader } from '@plumbline/tools/virtual-devices/upgrade';
import { lowBatteryV } from './demo.faults.ts';
import type { DemoDevice } from './demo.make.ts';
import { collectSeconds } from './demo.masters.ts';
import { signalOfPoint } from './demo.signals.ts';
import type { Demonstration } from './demo.ts';

/** What a device does by itself: it reads its channels at the full hour, as its points ask for. */
const hourly = {
  mode: 'UploadCollect',
  intervalSeconds: collectSeconds,
  startAt: null,
  endAt: null,
  timer: [],
  timeZone: 'UTC',
} as const;
const firstEventMs = 75_000;
const eventEveryMs = 2 * hourMs;
const eventLastsMs = 8 * 60_000;

/** Starts the devices of the demonstration, each with its own memory, by sncode: the firmware it runs, the plans it confirmed. */
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
    if (device.fault === 'silent') continue;
    const spec = specOf(device, demonstration.startMs, started);
    const record = recordsOf(spec);
    let link: Link;
    const { everySeconds } = device;
    // Not all in the same instant.
    const firstAt = started + ((i * 613) % 10_000);
    const everyMs = (everySeconds ?? collectSeconds) * 1000;
    const channels = Object.keys(spec.channels);
    const pace = paceOf(channels, { everyMs, nowMs, firstAt }, () => schedule());
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
      const due = pace.due();
      // While the gateway is away only so much is kept, as in a real logger.
      if (due.length > 0 && link.waiting < 1_000) link.send(JSON.stringify(record(nowMs(), due)));
      schedule();
    };
    function schedule(): void {
      clearTimeout(timers[i]);
      const at = pace.nextAt();
      timers[i] = at === null ? undefined : setTimeout(deliver, Math.min(dayMs, Math.max(0, at - nowMs())));
    }
    // It reports once when it is switched on, then by its plan.
    if (!everySeconds) for (const channel of channels) pace.take({ ...hourly, channel }, firstAt);
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

function specOf({ sncode, secret, channels, fault }: DemoDevice, startMs: number, startedMs: number): DeviceSpec {
  return {
    sncode,
    secret,
    ...(fault === 'lowBattery' && { supplyV: lowBatteryV }),
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

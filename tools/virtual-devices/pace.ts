/**
 * When the channels of a virtual device are read: at its own pace until a collect plan says otherwise, channel by channel.
 * Invariant: a plan that was confirmed is kept, as a real device keeps it, until another one comes.
 */
import { type CollectPlan, nextCollects, planFaults } from '@plumbline/science/collect/plan';

/** A plan as the device receives it. */
export interface DevicePlan extends Omit<CollectPlan, 'acceleration'> {
  readonly channel: string;
  readonly timeZone: string;
}

export interface Pace {
  /** Takes a plan, which begins with a reading at `firstAt` where that is given; gives why not, null = taken. */
  take(plan: DevicePlan, firstAt?: number): string | null;
  /** Asked to read these channels at once. */
  collectNow(channels: readonly string[]): void;
  /** When something is to be read next; null = never, unless it is asked. */
  nextAt(): number | null;
  /** What is to be read now; it is due again after its interval. */
  due(): string[];
}

/** `everyMs` = the device's own pace, from `firstAt` on; `changed` is called when `nextAt` may be another. */
export function paceOf(
  channels: readonly string[],
  { everyMs, nowMs, firstAt = nowMs() }: { everyMs: number; nowMs: () => number; firstAt?: number },
  changed: () => void = () => undefined,
): Pace {
  const plans = new Map<string, DevicePlan>();
  const next = new Map<string, number | null>(channels.map((channel) => [channel, firstAt]));
  /** Of a plan by command nothing is due by itself. */
  const after = (channel: string, at: number): number | null => {
    const plan = plans.get(channel);
    if (plan === undefined) return at + everyMs;
    if (plan.mode !== 'UploadCollect') return null;
    return nextCollects({ ...plan, acceleration: 'none' }, plan.timeZone, at, 1)[0] ?? null;
  };
  return {
    take(plan, firstAt) {
      if (!next.has(plan.channel)) return `no channel ${plan.channel}`;
      const [fault] = planFaults({ ...plan, acceleration: 'none' });
      if (fault !== undefined) return fault;
      plans.set(plan.channel, plan);
      next.set(plan.channel, firstAt ?? after(plan.channel, nowMs()));
      changed();
      return null;
    },
    collectNow(requestedChannels) {
      for (const channel of requestedChannels) if (next.has(channel)) next.set(channel, nowMs());
      changed();
    },
    nextAt() {
      const times = [...next.values()].filter((at) => at !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    due() {
      const now = nowMs();
      const found = [...next].flatMap(([channel, at]) => (at !== null && at <= now ? [channel] : []));
      for (const channel of found) next.set(channel, after(channel, now));
      return found;
    },
  };
}

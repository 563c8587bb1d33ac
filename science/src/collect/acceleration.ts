/**
 * Faster collection after an alert. Each alert halves the interval, in whole minutes, down to one minute; fast mode goes
 * there at once. The configured interval comes back when the alert is restored or was false, or when the point has been
 * at level 0 for 24 hours. Source: specification 4 and 9; domain reference 6.7. A pure reducer.
 */
import { type CollectPlan, mayAccelerate } from './plan.ts';

/** Null: the configured interval holds. */
export type AccelerationState = {
  readonly intervalSeconds: number;
  readonly sinceMs: number;
  /** Since when the point has been at level 0; null while it is above. */
  readonly quietSinceMs: number | null;
} | null;

export type AccelerationEvent =
  /** An alert was raised at the point. */
  | { readonly kind: 'alert'; readonly atMs: number }
  /** People settled an alert; `open` is how many others of the point are still Pending or Notice. */
  | { readonly kind: 'verdict'; readonly atMs: number; readonly status: string; readonly open: number }
  /** The point's level changed. */
  | { readonly kind: 'level'; readonly atMs: number; readonly level: number }
  /** A person asks for one minute now. */
  | { readonly kind: 'fast'; readonly atMs: number }
  /** A person asks for the configured interval again. */
  | { readonly kind: 'end'; readonly atMs: number }
  /** Time passed. */
  | { readonly kind: 'tick'; readonly atMs: number };

const fastestSeconds = 60;
const quietMs = 86_400_000;

/** max(60 s, half in whole minutes): 60 -> 30 -> 15 -> 7 -> 3 -> 1 minutes. */
export function halved(intervalSeconds: number): number {
  return Math.max(fastestSeconds, Math.floor(intervalSeconds / 2 / 60) * 60);
}

/** Returns the acceleration state of a plan after an event; the same object if nothing changes. */
export function nextAcceleration(
  plan: CollectPlan,
  state: AccelerationState,
  event: AccelerationEvent,
): AccelerationState {
  const { intervalSeconds, acceleration } = plan;
  if (acceleration === 'none' || intervalSeconds === null || plan.timer.length > 0 || !mayAccelerate(intervalSeconds))
    return null;
  switch (event.kind) {
    case 'alert': {
      const present = state?.intervalSeconds ?? intervalSeconds;
      const next = acceleration === 'fast' ? fastestSeconds : halved(present);
      if (state !== null && next === present && state.quietSinceMs === null) return state;
      return { intervalSeconds: next, sinceMs: event.atMs, quietSinceMs: null };
    }
    case 'fast':
      return state?.intervalSeconds === fastestSeconds
        ? state
        : { intervalSeconds: fastestSeconds, sinceMs: event.atMs, quietSinceMs: null };
    case 'end':
      return null;
    case 'verdict': {
      const over = event.status === 'Restore' || event.status === 'FalseAlarm';
      return over && event.open === 0 ? null : state;
    }
    case 'level': {
      if (state === null) return null;
      if (event.level > 0) return state.quietSinceMs === null ? state : { ...state, quietSinceMs: null };
      return rested(state.quietSinceMs === null ? { ...state, quietSinceMs: event.atMs } : state, event.atMs);
    }
    case 'tick':
      return rested(state, event.atMs);
  }
}

/** When the configured interval comes back if the point stays at level 0, epoch ms; null while it is above, or where nothing is sped up. */
export const returnsAtMs = (state: AccelerationState): number | null =>
  state?.quietSinceMs == null ? null : state.quietSinceMs + quietMs;

function rested(state: AccelerationState, nowMs: number): AccelerationState {
  return state?.quietSinceMs != null && nowMs - state.quietSinceMs >= quietMs ? null : state;
}

/** The interval that the device is to keep now; null for a plan by timer. */
export function intervalInForce(plan: CollectPlan, state: AccelerationState): number | null {
  return plan.timer.length > 0 ? null : (state?.intervalSeconds ?? plan.intervalSeconds);
}

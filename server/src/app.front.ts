/** Which requests the process that takes readings answers itself, where pages are served by another one. */

import type { Route } from '@plumbline/contract/kernel/route';
import { registry } from '@plumbline/contract/registry';
import { gateway } from '@plumbline/contract/telemetry/gateway';
import { urlOf } from './kernel/serve.ts';

/** Watchers ask whether readings are taken, and that is known here. */
const watchers: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/** Routes of devices and feeds, and of what the gateway counted: their method, and the form of their address. */
const ofDevices: readonly (readonly [method: string, form: RegExp])[] = Object.values(registry)
  .flatMap((routes) => Object.values<Route>(routes))
  .filter((route) => route.needs === 'device' || route.needs === 'feed' || route === gateway.counters)
  .map(
    (route) => [route.method, new RegExp(`^${urlOf(route).replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`)] as const,
  );

/** Returns whether a request is of a device, a feed or a watcher, or concerns what this process alone knows. */
export const isOfIntake = (method: string, path: string): boolean =>
  watchers.has(path) || ofDevices.some(([each, form]) => each === method && form.test(path));

import { commands } from '@plumbline/contract/commands';
import type { CollectConfig } from '@plumbline/contract/commands.plans';
import { useRead } from '../../kernel/reads.ts';

/** While a device has not answered, what it was told is asked for often. */
const pollIntervalMs = (configs: readonly CollectConfig[]): number =>
  configs.some(({ state }) => state === 'pending' || state === 'delivered') ? 2_000 : 15_000;

/** The collect plans of a device, until it has taken them and after. */
export const useDevicePlans = (deviceId: number) =>
  useRead(
    commands.devicePlans,
    { deviceId },
    { refetchInterval: ({ state: { data } }) => (data ? pollIntervalMs(data.collectConfigs) : false) },
  );

/** The collect plan of a point. */
export const usePointPlan = (pointId: number) =>
  useRead(
    commands.plan,
    { pointId },
    { refetchInterval: ({ state: { data } }) => (data ? pollIntervalMs([data.collectConfig]) : false) },
  );

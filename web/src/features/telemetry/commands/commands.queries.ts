import { attachments } from '@plumbline/contract/telemetry/attachments';
import { commands } from '@plumbline/contract/telemetry/commands';
import type { CollectConfig } from '@plumbline/contract/telemetry/commands.plans';
import type { Instrument } from '@plumbline/contract/telemetry/commands.settings';
import { useRead } from '../../../kernel/reads.ts';

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

const partsOf = ({ ports, server, calibrations, clock, processor, history }: Instrument) => [
  ports,
  server,
  calibrations,
  clock,
  processor,
  history,
];

/** Returns the answers of an instrument about itself, asked for often while it has not answered. */
export const useInstrument = (deviceId: number) =>
  useRead(
    commands.instrument,
    { deviceId },
    {
      refetchInterval: ({ state: { data } }) =>
        data &&
        partsOf(data.instrument).some(({ request }) => request?.state === 'waiting' || request?.state === 'sent')
          ? 2_000
          : 30_000,
    },
  );

/** Files that a device has handed in, and those that are under way. */
export const useDeviceFiles = (deviceId: number) => ({
  logs: useRead(attachments.logs, { deviceId }, { refetchInterval: 10_000 }),
  statics: useRead(attachments.staticFiles, { deviceId }, { refetchInterval: 10_000 }),
  underWay: useRead(attachments.progress, { deviceId }, { refetchInterval: 3_000 }),
});

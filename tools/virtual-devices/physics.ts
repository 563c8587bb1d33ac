/**
 * Simulated measurement: what a sensor of a family delivers at any time, with the parameters that convert it to a
 * plausible value. Deterministic by seed and random-access in time: history and live data are the same curve.
 */
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Sample } from '@plumbline/science/sensors/recipes';
import { loadModels } from './load.ts';
import { memberModel } from './members.ts';
import type { FamilyModel, Model, Options, Push, Setting } from './model.ts';
import { movementModels } from './movement.ts';
import { dice, hash, smooth } from './noise.ts';
import { waterModels } from './water.ts';
import { weatherOf, yearMs } from './weather.ts';

export type { Options, Push, SimulatedForm, SimulatedMember } from './model.ts';

/** Of every family that has numbers; a camera has none. */
const models: Readonly<Record<Exclude<FamilyCode, 'camera'>, FamilyModel>> & { readonly camera?: FamilyModel } = {
  ...movementModels,
  ...loadModels,
  ...waterModels,
};

export const simulatedFamilies = Object.keys(models) as FamilyCode[];

/** The sensor modes in which a family is simulated, the usual one first. */
export function simulatedModes(family: FamilyCode): readonly number[] {
  return known(family).modes;
}

export interface Plan {
  readonly family: FamilyCode;
  readonly mode: number;
  /** The parameters of the point's recipe. */
  readonly parameters: Readonly<Record<string, number>>;
  readonly quantities: readonly string[];
  /** 0 for a family without nodes. */
  readonly nodeCount: number;
}

const installedAt = Date.UTC(2025, 0, 1);

function known(family: FamilyCode): FamilyModel {
  const model = models[family];
  if (model === undefined) throw new RangeError(`family ${family} is not simulated`);
  return model;
}

function built(family: FamilyCode, seed: number, options: Options): { plan: Plan; model: Model } {
  const of = known(family);
  const mode = options.mode ?? (of.modes[0] as number);
  if (!of.modes.includes(mode)) throw new RangeError(`family ${family} is not simulated in mode ${mode}`);
  const pick = dice(seed);
  const nodeCount = of.nodes ? (options.nodeCount ?? Math.round(pick(12, 24))) : 0;
  const originMs = options.originMs ?? installedAt;
  const pushes = [...(options.event ? [options.event] : []), ...(options.events ?? [])];
  const setting: Setting = {
    seed,
    mode,
    pick,
    nodeCount,
    form: options.form,
    weather: weatherOf(options.site ?? seed, options.utcOffsetHours),
    intervalMs: options.intervalMs ?? 10 * 60_000,
    ...(options.towardsDeg !== undefined && { towardsDeg: options.towardsDeg }),
    ...(options.offsetM && { offsetM: options.offsetM }),
    site: options.site ?? seed,
    age: (atMs) => (atMs - originMs) / yearMs,
    push: (atMs) => {
      let sum = 0;
      for (const push of pushes) sum += pushAt(push, atMs);
      return sum;
    },
  };
  const model = options.member ? memberModel(options.member, setting) : of.build(setting);
  return { plan: { family, mode, parameters: model.parameters, quantities: model.quantities, nodeCount }, model };
}

function pushAt(push: Push, atMs: number): number {
  if (atMs < push.atMs || (push.untilMs !== undefined && atMs >= push.untilMs)) return 0;
  if (push.shape === 'step') return push.amplitude;
  return push.amplitude * smooth((atMs - push.atMs) / (push.durationMs ?? hourMs));
}

/** How the simulated device is configured: mode and recipe parameters (K, f0, ...) that fit signalOf of the same seed. */
export function plan(family: FamilyCode, seed: number, options: Options = {}): Plan {
  return built(family, seed, options).plan;
}

/**
 * The raw sample of the device at a time (ms since 1970), as its channel would send it. Now and then (`dropoutRatio`)
 * the sensor delivers nothing: every quantity null. Throws RangeError for a family or mode that is not simulated.
 */
export function signalOf(family: FamilyCode, seed: number, options: Options = {}): (atMs: number) => Sample {
  const { plan: made, model } = built(family, seed, options);
  const ratio = options.dropoutRatio ?? 0.0005;
  const nothing: Sample = Object.freeze(Object.fromEntries(made.quantities.map((quantity) => [quantity, null])));
  const { stuckFromMs = Number.POSITIVE_INFINITY } = options;
  return (atMs) => {
    if (atMs >= stuckFromMs) return model.sample(stuckFromMs);
    return hash(seed + 77, atMs) < ratio ? nothing : model.sample(atMs);
  };
}

/** Outages: whether the device is off the air at a time, for one to six hours about once in two months. */
export function silentAt(seed: number, atMs: number): boolean {
  const cell = Math.floor(atMs / (6 * hourMs));
  if (hash(seed + 78, cell) >= 0.004) return false;
  return atMs - cell * 6 * hourMs < (1 + 5 * hash(seed + 79, cell)) * hourMs;
}

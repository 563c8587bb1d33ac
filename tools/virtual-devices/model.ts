/** What a simulated measurement family is: the device as it is configured, and its samples as a function of time. */
import type { Sample } from '@plumbline/science/sensors/recipes';
import type { dice } from './noise.ts';
import type { Weather } from './weather.ts';

/** A push on the main field of a point, in its unit: at once, or over `durationMs` (default one hour), until `untilMs`. */
export interface Push {
  readonly atMs: number;
  readonly amplitude: number;
  readonly shape: 'ramp' | 'step';
  readonly durationMs?: number;
  readonly untilMs?: number;
}

/** A part of a whole, with what it will have moved after a year. */
export type SimulatedMember =
  /** A hydrostatic cell; its liquid rises as it sinks. */
  | { readonly kind: 'cell'; readonly sinksMm: number }
  /** A tilt beam between two joints that sink. */
  | { readonly kind: 'beam'; readonly lengthMm: number; readonly fromMm: number; readonly toMm: number }
  /** A prism of a tunnel section: its place in m, and how it moves north, east and up until the ground has come to rest. */
  | {
      readonly kind: 'prism';
      readonly place: readonly [east: number, north: number, height: number];
      readonly moves: readonly [north: number, east: number, up: number];
    };
/** Forms of a chain that are simulated beside the casing. */
export type SimulatedForm = 'horizontal' | 'panel' | 'ring' | 'arc';

export interface Options {
  /** Sensor mode; the family's usual one when left out. */
  readonly mode?: number;
  /** Segments of a chain. */
  readonly nodeCount?: number;
  /** The part that it takes in a line or section; by itself unless told. */
  readonly member?: SimulatedMember;
  /** How a chain lies; a casing unless told. */
  readonly form?: SimulatedForm;
  /** Devices of the same site have the same weather. */
  readonly site?: number;
  /** Where a surface point creeps to, clockwise from north; anywhere when left out. */
  readonly towardsDeg?: number;
  /** Where a surface point stands on its site; near its middle when left out. */
  readonly offsetM?: readonly [east: number, north: number];
  /** When the device was installed: creep counts from here. */
  readonly originMs?: number;
  readonly utcOffsetHours?: number;
  /** Time between readings: what the `interval` of a rain gauge covers. */
  readonly intervalMs?: number;
  readonly event?: Push;
  readonly events?: readonly Push[];
  /** Part of the readings in which the sensor delivers nothing; default 0.0005. */
  readonly dropoutRatio?: number;
  /** From here on the sensor is stuck: it delivers the sample of this time again and again. */
  readonly stuckFromMs?: number;
}

export interface Setting {
  readonly seed: number;
  readonly mode: number;
  readonly pick: ReturnType<typeof dice>;
  readonly weather: Weather;
  readonly nodeCount: number;
  readonly towardsDeg?: number;
  readonly offsetM?: readonly [east: number, north: number];
  /** Seed of the site: points of one site have coordinates of one place. */
  readonly site: number;
  readonly form: SimulatedForm | undefined;
  readonly intervalMs: number;
  /** Years since the device was installed. */
  readonly age: (atMs: number) => number;
  /** The sum of the pushes at a time. */
  readonly push: (atMs: number) => number;
}

export interface Model {
  readonly parameters: Readonly<Record<string, number>>;
  readonly quantities: readonly string[];
  readonly sample: (atMs: number) => Sample;
}

export interface FamilyModel {
  /** Sensor modes that are simulated, the usual one first. */
  readonly modes: readonly number[];
  readonly nodes?: true;
  readonly build: (setting: Setting) => Model;
}

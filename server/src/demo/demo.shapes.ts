/** What the demonstration's world is made of. */
import type { FamilyCode } from '@plumbline/contract/families';

export type AlertLevel = 0 | 1 | 2 | 3 | 4;

/** One measuring point. Its limits lie above what it does in an ordinary year. */
export interface DemoPoint {
  readonly name: string;
  readonly family: FamilyCode;
  /** What it is there for, where that is not the family's first field. */
  readonly field?: string;
  /** It has moved beyond its ordinary year in the last days, and has reached this level. */
  readonly alertLevel?: AlertLevel;
  readonly mode?: number;
  readonly nodeCount?: number;
  /** Of a water level: where its lower end lies, m. */
  readonly bottom?: number;
  /** Its bracket was pushed once: a jump over its limits for two days, twelve days before. */
  readonly knocked?: boolean;
  /** Crosses its first limits for some minutes now and then, live: to see an alert come. */
  readonly lively?: boolean;
  /** Its sensor is stuck and delivers the same sample for ever (demo.faults.ts). */
  readonly stuck?: boolean;
}
/** An item (or a structure without items) with its logger: one device, one channel a point. */
export interface DemoGroup {
  readonly item: string | null;
  readonly device: string;
  readonly model: string;
  /** What is wrong with the device itself (demo.faults.ts). */
  readonly fault?: DeviceFault;
  /** It records a bridge under traffic, and delivers more often than once an hour: its curve moves while one looks. */
  readonly everySeconds?: number;
  readonly points: readonly DemoPoint[];
}
/** Silent: nothing has come for days. Low battery: it still delivers. */
export type DeviceFault = 'silent' | 'lowBattery';

export interface DemoStructure {
  readonly name: string;
  readonly type: 'bridge' | 'tunnel' | 'dam' | 'slope' | 'pit' | 'building' | 'railway' | 'mine' | 'other';
  /** Metres east and north of the project's own place. */
  readonly offset: readonly [east: number, north: number];
  readonly groups: readonly DemoGroup[];
}
export interface DemoProject {
  readonly name: string;
  readonly address: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly structures: readonly DemoStructure[];
}

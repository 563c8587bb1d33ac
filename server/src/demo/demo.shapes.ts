/** What the demonstration's world is made of. */
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { MasterConfig } from '@plumbline/contract/points/points.point';
import type { SimulatedForm, SimulatedMember } from '@plumbline/tools/virtual-devices/physics';

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
  /** The part that it takes in a line or section. */
  readonly member?: SimulatedMember;
  /** How a chain of segments lies; a casing unless told. */
  readonly form?: SimulatedForm;
  /** Of a water level: where its lower end lies, m. */
  readonly bottom?: number;
  /** Metres east and north of its structure; along the structure unless told. */
  readonly offset?: readonly [east: number, north: number];
  /** Of a surface point: where it creeps to, clockwise from north. */
  readonly towardsDeg?: number;
  /** Of its conversion, beside those that its sensor has. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** Its bracket was pushed once: a jump over its limits for two days, twelve days before. */
  readonly knocked?: boolean;
  /** Its total station was pushed, five days before: it seems to move beyond its first limit with all others, until that is set up again. */
  readonly disturbed?: boolean;
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
  readonly masters?: readonly DemoMaster[];
}
/** A point that joins points of its group, by their names, in order. */
export interface DemoMaster
  extends Partial<Omit<MasterConfig, 'lengthsMm' | 'chainagesM'>>,
    Partial<Readonly<Record<'lengthsMm' | 'chainagesM', readonly number[]>>> {
  readonly name: string;
  readonly slaves: readonly string[];
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

/**
 * A master as a line: where its stations lie, which fields of its members count, and what each station moved up. The sums
 * are science/settlement/joined-line; here is what of the settings goes into them. Pure.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { LineKind, LineStation } from '@plumbline/contract/views/masters';
import { chainOf } from '@plumbline/science/sensors/chain';
import { Settings } from '@plumbline/science/sensors/settings';
import { closedLine } from '@plumbline/science/settlement/closing';
import { beamsUp, joinedUp, levelledUp, lineChainages } from '@plumbline/science/settlement/joined-line';
import { fixedPlace, type Made, type MadeOf, type Measured } from './made.ts';

const lineOf: Partial<Record<FamilyCode, LineKind>> = {
  structuralDeformation: 'cells',
  tilt: 'beams',
  surfaceDisplacement: 'heights',
  deepDisplacement: 'arrays',
};

export interface Line {
  readonly kind: LineKind;
  readonly spacing: 'set' | 'coordinates' | 'order';
  readonly stations: readonly LineStation[];
  /** The end far from the fixed one is known too; null = it is not. */
  readonly closing: { readonly fixed: number; readonly knownUpMm: number } | null;
  /** By member: the fields that count. x0 is the joint that holds an array, which has no field. */
  readonly keys: readonly (readonly string[])[];
}

const wrong = (path: string, message: string): Failure => new Failure('badInput', [{ path, message }]);

type OpenLine = Omit<Line, 'closing'>;

/** Throws badInput where the members are of no line, their lengths are not known, or it cannot be closed as it is set up. */
export function lineOfMaster(master: Made): Line {
  const line = openLine(master);
  const closing = master.point.master?.closing ?? null;
  // A prism is measured from outside: there is nothing to close.
  if (closing === null || line.kind === 'heights') return { ...line, closing: null };
  const fixed = line.stations.findIndex(({ isFixed }) => isFixed);
  if (line.stations.length < 2 || (fixed !== 0 && fixed !== line.stations.length - 1))
    throw wrong('master.closing', 'closingNeedsEnd');
  return { ...line, closing: { fixed, knownUpMm: closing.knownUpMm } };
}

function openLine(master: Made): OpenLine {
  const kind = lineOf[master.point.family];
  if (kind === undefined) throw wrong('pointId', 'pointNotLine');
  if (kind === 'beams') return beams(master);
  if (kind === 'arrays') return arrays(master);
  const { chainagesM, spacing } = spaced(master);
  const fixed = fixedPlace(master);
  return {
    kind,
    spacing,
    stations: chainagesM.map((chainageM, member) => ({
      member,
      joint: null,
      chainageM,
      // A prism is measured from outside: none of them holds the others.
      isFixed: kind === 'cells' && member === fixed,
    })),
    keys: master.members.map(() => [kind === 'cells' ? 'deflection' : 'dh']),
  };
}

/** Distances as they are set, else along the coordinates of the members, else a metre each. */
function spaced({ point: { master }, members }: Made): { chainagesM: number[]; spacing: Line['spacing'] } {
  const set = master?.chainagesM ?? [];
  if (set.length === members.length) return { chainagesM: [...set], spacing: 'set' };
  const places = members.flatMap((member) => placeOf(member));
  if (places.length === members.length && members.length > 1)
    return { chainagesM: lineChainages(places).map((metres) => rounded(metres)), spacing: 'coordinates' };
  return { chainagesM: members.map((_, i) => i), spacing: 'order' };
}

const rounded = (metres: number): number => Math.round(metres * 100) / 100;
/** Metres of a degree of latitude; a line is short enough for a plane. */
const degreeM = 110_540;
const equatorDegreeM = 111_320;

/** Where a member stands in a plane, m: by the coordinates that it was surveyed at, else by its place on the map. */
function placeOf({ point: { coordinates, parameters } }: MadeOf): { eastM: number; northM: number }[] {
  const { e0, n0 } = parameters;
  if (e0 !== undefined && n0 !== undefined) return [{ eastM: e0, northM: n0 }];
  if (!coordinates) return [];
  const { longitude, latitude } = coordinates;
  return [
    {
      eastM: longitude * equatorDegreeM * Math.cos((latitude * Math.PI) / 180),
      northM: latitude * degreeM,
    },
  ];
}

/** A beam that is held to be firm is so at its beginning; the last one at its end. */
const fixedJointOf = (master: Made): number => {
  const fixed = fixedPlace(master);
  return fixed > 0 && fixed === master.members.length - 1 ? fixed + 1 : fixed;
};

function beams(master: Made): OpenLine {
  const lengthsMm = master.point.master?.lengthsMm ?? [];
  if (lengthsMm.length !== master.members.length) throw wrong('master.lengthsMm', 'lengthsOfSlaves');
  const fixed = fixedJointOf(master);
  let sum = 0;
  const ends = lengthsMm.map((mm) => {
    sum += mm / 1000;
    return rounded(sum);
  });
  return {
    kind: 'beams',
    spacing: 'set',
    stations: [0, ...ends].map((chainageM, joint) => ({
      member: Math.max(0, joint - 1),
      joint: joint === 0 ? 0 : 1,
      chainageM,
      isFixed: joint === fixed,
    })),
    // The axis along the line: x, unless the beam is there for its y.
    keys: master.members.map(({ point }) => [point.mainField === 'y' ? 'y' : 'x']),
  };
}

const chainOfMember = ({ point: { nodeCount, parameters } }: MadeOf) => chainOf(new Settings(parameters), nodeCount);
const isFirstFixed = (member: MadeOf): boolean => chainOfMember(member).fixedEnd === 'top';

function arrays(master: Made): OpenLine {
  if (master.members.some((member) => chainOfMember(member).form !== 'horizontal'))
    throw wrong('pointId', 'arrayNotHorizontal');
  const fixed = fixedPlace(master);
  let beginM = 0;
  const stations = master.members.flatMap((each, member): LineStation[] => {
    const joints = [beginM];
    for (const mm of chainOfMember(each).lengthsMm) joints.push(rounded(elementAt(joints, -1) + mm / 1000));
    beginM = elementAt(joints, -1);
    const firm = isFirstFixed(each) ? 0 : joints.length - 1;
    // Where one array ends the next one begins: that joint is listed once.
    return joints
      .map((chainageM, joint) => ({ member, joint, chainageM, isFixed: member === fixed && joint === firm }))
      .slice(member === 0 ? 0 : 1);
  });
  // The end that the firm array shares with the one before it is that one's last joint.
  const isShared = fixed > 0 && isFirstFixed(elementAt(master.members, fixed));
  const last = stations.findLastIndex(({ member }) => member === fixed - 1);
  return {
    kind: 'arrays',
    spacing: 'set',
    stations: stations.map((station, i) => (isShared && i === last ? { ...station, isFixed: true } : station)),
    keys: master.members.map(({ point }) => ['x0', ...Array.from({ length: point.nodeCount }, (_, i) => `x${i + 1}`)]),
  };
}

/** A member's reading of a collection: by key what it shows now, and what it moved since its initial value. NaN = missing. */
interface MemberReading {
  readonly now: readonly number[];
  readonly moved: readonly (number | null)[];
}

export const readingsAt = (measured: readonly Measured[], collection: readonly (number | null)[]): MemberReading[] =>
  measured.map(({ now, moved }, m) => {
    const place = collection[m] ?? null;
    const at = (column: Float64Array): number => (place === null ? Number.NaN : (column[place] as number));
    return { now: now.map(at), moved: moved.map((column) => (column === null ? null : at(column))) };
  });

export interface LineMovement {
  /** Of each station, up positive. */
  readonly upMm: readonly number[];
  /** NaN = unknown, or the line is not closed. */
  readonly misclosureMm: number;
}

/** Returns the movement of each station, closed where the line is. */
export function movementOf(
  line: Line,
  master: Made,
  readings: readonly MemberReading[],
  relative: boolean,
): LineMovement {
  const upMm = upsOf(line, master, readings, relative);
  if (line.closing === null) return { upMm, misclosureMm: Number.NaN };
  return closedLine({ upMm, chainagesM: line.stations.map(({ chainageM }) => chainageM), ...line.closing });
}

/**
 * Movement up of each station, mm. A cell or a beam without an initial value has nothing to count from: NaN, unless two
 * surveys are compared (`relative`), where what both lack cancels out.
 */
function upsOf(line: Line, master: Made, readings: readonly MemberReading[], relative: boolean): number[] {
  const { kind } = line;
  if (kind === 'heights') return readings.map(({ now, moved }) => moved[0] ?? now[0] ?? Number.NaN);
  if (kind === 'arrays')
    return joinedUp(
      readings.map((reading, m) => jointsOf(elementAt(master.members, m), reading)),
      fixedPlace(master),
    ).flatMap((joints, m) => joints.slice(m === 0 ? 0 : 1));
  const missing = relative ? 0 : Number.NaN;
  const counted = readings.map(({ now, moved }) => moved[0] ?? (now[0] ?? Number.NaN) - missing);
  if (kind === 'cells') return levelledUp({ risenMm: counted, turns: turnsOf(master), fixed: fixedPlace(master) });
  const tiltDeg = readings.map(({ now }) => now[0] ?? Number.NaN);
  return beamsUp({
    lengthsMm: master.point.master?.lengthsMm ?? [],
    tiltDeg,
    initialTiltDeg: tiltDeg.map((tilt, i) => tilt - elementAt(counted, i)),
    fixedJoint: fixedJointOf(master),
  });
}

const turnsOf = ({ point: { master }, members }: Made): number[] =>
  members.flatMap(({ point }, i) => (i > 0 && master?.turningPointIds.includes(point.id) ? [i] : []));

/** The joints of an array from its first to its last; a shape counts from its initial one, 0 where no other value is set. */
function jointsOf(member: MadeOf, { now, moved }: MemberReading): number[] {
  const [fixedUp = Number.NaN, ...ends] = now.map((value, i) => moved[i] ?? value);
  return isFirstFixed(member) ? [fixedUp, ...ends] : [...ends, fixedUp];
}

/** Members that movements cannot be counted of without a baseline. */
export const withoutInitial = ({ kind, keys }: Line, master: Made): number[] =>
  kind === 'cells' || kind === 'beams'
    ? master.members.flatMap(({ point, shown }, m) => {
        const key = keys[m]?.[0] ?? '';
        const isRenewed = shown.corrections.some((each) => each.kind === 'initshift' && key in each.initials);
        return point.initialValues[key] === undefined && !isRenewed ? [point.id] : [];
      })
    : [];

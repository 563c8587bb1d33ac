/** A master and its members, and the columns that they measured. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Point } from '@plumbline/contract/points/points';
import type { PeriodConversion } from '../../../points/bindings/bindings.conversions.api.ts';
import type { ShownPoint } from '../../../readings/readings/readings.effective.api.ts';

export interface MadeOf {
  /** With the parameters of that time. */
  readonly point: Point;
  readonly shown: ShownPoint;
  readonly periods: readonly PeriodConversion[];
  /** Its backup nodes, in their order. */
  readonly backups: readonly { readonly name: string; readonly shown: ShownPoint }[];
}
/** As it was set up in [fromMs, toMs), epoch ms; -Infinity and Infinity at the ends. */
export interface Made {
  /** With the slaves and settings of that time. */
  readonly point: Point;
  readonly fromMs: number;
  readonly toMs: number;
  /** In the order of the slaves. */
  readonly members: readonly MadeOf[];
}

/** What the place and shape of a member depend on in its parameters: what a line or section is drawn and calculated with. */
const isGeometry = (key: string): boolean => /^(e0|n0|h0|form|segmentMm|fixedTop|fixedLast|length\d+)$/.test(key);
const geometryOf = ({ parameters, mode }: PeriodConversion): string =>
  JSON.stringify([
    mode,
    Object.entries(parameters)
      .filter(([key]) => isGeometry(key))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

const periodAt = (periods: readonly PeriodConversion[], atMs: number): PeriodConversion =>
  periods.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs) ?? elementAt(periods, -1);

/** A master by the geometry of its members: where one of them lies otherwise from a time on, another stretch begins. */
export function stretchesOf(master: Made): Made[] {
  const turns = master.members.flatMap(({ periods }) =>
    periods.flatMap((period, i) => {
      const former = periods[i - 1];
      const turned = former !== undefined && geometryOf(former) !== geometryOf(period);
      return turned && period.fromMs > master.fromMs && period.fromMs < master.toMs ? [period.fromMs] : [];
    }),
  );
  const starts = [master.fromMs, ...[...new Set(turns)].sort((a, b) => a - b)];
  return starts.map((fromMs, i) => ({
    ...master,
    fromMs,
    toMs: starts[i + 1] ?? master.toMs,
    members: master.members.map((member) => ({
      ...member,
      point: { ...member.point, parameters: periodAt(member.periods, fromMs).parameters },
    })),
  }));
}

/** Measurements of one member over a span. NaN = missing. */
export interface Measured {
  /** Epoch ms, ascending. */
  readonly times: Float64Array;
  /** By key: corrected values. */
  readonly now: readonly Float64Array[];
  /** By key: change since the initial value; null = it has none. */
  readonly moved: readonly (Float64Array | null)[];
  /** Half of the collect interval. */
  readonly halfMs: number;
  /** By reading: the backup node that it is of; null = its own. Absent = all are its own. */
  readonly standIns?: readonly (number | null)[];
}

/** The place of the member that is held to be firm: the first unless told. */
export const fixedPlace = ({ point: { master }, members }: Made): number =>
  Math.max(
    0,
    members.findIndex(({ point }) => point.id === master?.fixedPointId),
  );

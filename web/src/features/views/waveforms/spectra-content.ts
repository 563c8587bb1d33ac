/** What the heat maps are given. Pure: the numbers are the server's. */
import type { Range } from '../../../charts/frame/range.ts';
import type { HeatContent, HeatScale } from '../../../charts/kinds/heat/shapes.ts';
import type { OverTime, ShortTime } from './waveforms.queries.ts';

interface Words {
  readonly axisName: string;
  readonly peakName: string;
}
interface Drawn extends Words {
  readonly scale: HeatScale;
  readonly isPower: boolean;
}

/** A strip for each waveform, at its time. */
export const overTimeContent = (
  { columns, fromHz, lineHz, unit }: OverTime,
  drawn: Drawn & { readonly zone: string; readonly span: Range },
): HeatContent => ({
  columns: columns.map(({ waveformId, startAt, seconds, values, peakHz, peak }) => {
    const from = Date.parse(startAt);
    return { id: waveformId, from, to: from + seconds * 1000, values, peakHz, peak };
  }),
  fromHz,
  lineHz,
  lines: columns[0]?.values.length ?? 1,
  unit,
  isContinuous: false,
  ...drawn,
});

/** The window that moves: its columns follow each other. */
export const shortTimeContent = ({ columns, fromHz, lineHz, unit }: ShortTime, drawn: Drawn): HeatContent => ({
  columns: columns.map(({ fromSeconds, toSeconds, values, peakHz, peak }, id) => ({
    id,
    from: fromSeconds * 1000,
    to: toSeconds * 1000,
    values,
    peakHz,
    peak,
  })),
  fromHz,
  lineHz,
  lines: columns[0]?.values.length ?? 1,
  unit,
  isContinuous: true,
  zone: null,
  span: { from: (columns[0]?.fromSeconds ?? 0) * 1000, to: (columns.at(-1)?.toSeconds ?? 0) * 1000 },
  ...drawn,
});

/** Why waveforms of the range are not in the picture, each reason with its number. */
export const leftOutReasons = ({ leftOut }: Pick<OverTime, 'leftOut'>) =>
  (['otherUnit', 'withoutAxis', 'unfit'] as const).flatMap((reason) =>
    leftOut[reason] > 0 ? [{ reason, count: leftOut[reason] }] : [],
  );

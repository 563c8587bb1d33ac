import {
  type FigureContent,
  type FigureOffer,
  figureOffers,
  placedPoints,
} from '@plumbline/contract/site/drawings.figures';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kernel/format.ts';
import type { Box } from '../../../maps/labels.ts';
import { curveBoxes } from './curve-places.ts';
import { type DrawnFigures, drawnFigures, type Enlarged } from './drawn-figures.ts';
import { FigureLayer } from './FigureLayer.tsx';
import { Counts, Lack, ScaleBar } from './FigurePane.tsx';
import { curveSpanMs, smallCurve } from './plane-figures.queries.ts';
import { foundAzimuth, frameOf } from './plane-frame.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The figures of a panel or a slide, of what the server put together for it: the layer for the drawing, and what its legend says.
 * The drawing's own screen draws the same with `PlaneFigures`.
 */
export function useShownFigures(
  content: FigureContent | null,
  places: readonly { readonly pointId: number; readonly x: number; readonly y: number }[],
  { width, height }: Size,
) {
  return useMemo(
    () => (content ? visibleFigures(content, places, { width, height }) : null),
    [content, places, width, height],
  );
}
export type ShownFigures = NonNullable<ReturnType<typeof useShownFigures>>;

function visibleFigures(content: FigureContent, places: Parameters<typeof placedPoints>[0], size: Size) {
  const { setting } = content;
  const now = content.points.map((point) => ({ point, status: point.status }));
  const placed = placedPoints(places, now);
  const offers = figureOffers(content, placed, content.points);
  const chosen = offers.filter(({ kind, refusal }) => refusal === null && setting.kinds.includes(kind));
  const frame = frameOf(content, size);
  const azimuth = frame && foundAzimuth(placed, frame, content.plane === 'plan');
  const { factors, rightAzimuth, bend: direction, turn } = setting;
  const to = Date.parse(content.at);
  const points = new Map(content.points.map((point) => [point.id, point]));
  const drawn = drawnFigures({
    drawing: content,
    frame,
    found: azimuth,
    shapes: content.shapes,
    choice: { chosen, factor: (kind) => factors[kind], rightAzimuth, direction, turn },
    movements: new Map(content.movements.map(({ pointId, upMm }) => [pointId, upMm])),
    members: content.rings,
    curves: content.curves.flatMap((curve) => {
      const point = points.get(curve.pointId);
      return point && curve.values.some((value) => value !== null)
        ? [smallCurve(point, curve, to - curveSpanMs, to)]
        : [];
    }),
  });
  return { kinds: setting.kinds, offers, placed, drawn, size };
}

/** Returns the area that names of marks keep clear of on a panel or a slide that is so wide. */
export const useCovered = (figures: ShownFigures | null, widthPx: number): readonly Box[] =>
  useMemo(() => (figures ? curveBoxes(figures.drawn, figures.placed, figures.size, widthPx) : []), [figures, widthPx]);

const ignore = (): void => undefined;

/** Between the drawing and its marks. */
export const ShownFigureLayer = ({ figures: { drawn, placed, size } }: { figures: ShownFigures }) => (
  <FigureLayer drawn={drawn} placed={placed} size={size} onWidth={ignore} />
);

/** Shows the legend of the figures: what is drawn, how far it is enlarged, and what it lacks; a figure that cannot be drawn says why. */
export function FigureLegend({
  figures: { kinds, offers, placed, drawn, size },
  widthPx,
}: {
  figures: ShownFigures;
  widthPx: number;
}) {
  const { t } = useTranslation();
  const covered = useMemo(() => curveBoxes(drawn, placed, size, widthPx), [drawn, placed, size, widthPx]);
  const withoutSpace = widthPx > 0 ? (drawn.sparklines?.curves.length ?? 0) - covered.length : 0;
  return (
    <ul className="fg-legend">
      {kinds.map((kind) => (
        <li key={kind} data-row={kind}>
          <i className={`key ${kind}`} aria-hidden="true" />
          <b>{t(`planeFigures:kinds.${kind}`)}</b>
          <Row
            kind={kind}
            drawn={drawn}
            offer={offers.find((each) => each.kind === kind)}
            pxPerUnit={widthPx / size.width}
            withoutSpace={withoutSpace}
          />
        </li>
      ))}
    </ul>
  );
}

/** Long because each figure has its row here. */
function Row({
  kind,
  drawn: { vectors, casings, rings, water, trough, sparklines },
  offer,
  pxPerUnit,
  withoutSpace,
}: {
  kind: ShownFigures['kinds'][number];
  drawn: DrawnFigures;
  offer: FigureOffer | undefined;
  pxPerUnit: number;
  withoutSpace: number;
}) {
  const { t } = useTranslation();
  const by = (figure: Enlarged) => <By figure={figure} pxPerUnit={pxPerUnit} />;
  if (!offer) return <span className="pl-b">{t('planeFigures:noPoints')}</span>;
  if (offer.refusal) return <span className="pl-b">{t(`planeFigures:refused.${offer.refusal}`)}</span>;
  if (kind === 'vectors')
    return vectors ? (
      <>
        {by(vectors)}
        <Lacks {...vectors.counts} />
      </>
    ) : (
      <span className="pl-b">{t('planeFigures:azimuthMissing')}</span>
    );
  if (kind === 'casings' && casings)
    return (
      <>
        {by(casings)}
        <Lacks {...casings.counts} isPastLeftOut />
        <Lack words="missingJoints" count={casings.missingJoints} />
        <Lack words="byAxis" count={casings.byAxis} />
      </>
    );
  if (kind === 'rings' && rings)
    return (
      <>
        {by(rings)}
        <span>{t('planeFigures:outRight')}</span>
        <Lacks {...rings.counts} />
        <Lack words="turnMissing" count={rings.turnMissing} />
      </>
    );
  if (kind === 'water' && water)
    return (
      <>
        <Lacks {...water.counts} />
        <Lack words="outside" count={water.outside} />
      </>
    );
  if (kind === 'trough' && trough)
    return (
      <>
        {by(trough)}
        <Lacks {...trough.counts} />
      </>
    );
  return (
    sparklines && (
      <>
        <Lack words="withoutCurve" count={sparklines.missing} />
        <Lack words="withoutSpace" count={withoutSpace} />
      </>
    )
  );
}

const By = ({ figure: { factor, unitsPerMm }, pxPerUnit }: { figure: Enlarged; pxPerUnit: number }) => (
  <>
    <span>×{formatNumber(factor, factor < 1 ? 3 : 0)}</span>
    <ScaleBar unitsPerMm={unitsPerMm} pxPerUnit={pxPerUnit} barPx={80} />
  </>
);

/** Only what is missing: how many are drawn is seen, unless nothing is. */
const Lacks = (counts: Parameters<typeof Counts>[0]) => <Counts {...counts} isNowSilent={counts.now > 0} />;

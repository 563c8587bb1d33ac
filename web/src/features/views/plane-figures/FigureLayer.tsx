import type { PlacedNow } from '@plumbline/contract/site/drawings.figures';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../../charts/Sparkline.tsx';
import { useBoxSize } from '../../../design/box-size.ts';
import { curvePlaces } from './curve-places.ts';
import type { DrawnFigures, Enlarged } from './drawn-figures.ts';
import { arrowPath, bentPath, bulgedAt, dotAt, jointDots, lineThrough, restPath, settledAt } from './figure-paths.ts';
import type { Rings } from './figure-rings.ts';
import type { BentCasings, RingPlace, Trough, Vectors, WaterLine } from './figure-shapes.ts';

/** Heads of arrows are at most this share of the width of the drawing. */
const maxHeadShare = 0.012;

/** The figures under the marks of a drawing. They grow with it: nothing is computed while it is moved or zoomed. */
export const FigureLayer = memo(function FigureLayer({
  drawn,
  placed,
  size: { width, height },
  onWidth,
}: {
  drawn: DrawnFigures;
  placed: readonly PlacedNow[];
  size: { readonly width: number; readonly height: number };
  /** How wide the drawing is on the screen, px. */
  onWidth: (px: number) => void;
}) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const box = useBoxSize(place);
  useEffect(() => onWidth(box.width), [box.width, onWidth]);
  const { vectors, casings, rings, water, trough, sparklines } = drawn;
  return (
    <div ref={place} className="fg-layer">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('planeFigures:layer')}
      >
        {water && <Water line={water} />}
        {trough && <TroughLines trough={trough} />}
        {casings && <Casings {...casings} />}
        {rings && <RingProfiles rings={rings} />}
        {vectors && <Arrows {...vectors} maxHead={width * maxHeadShare} />}
      </svg>
      {sparklines && box.width > 0 && <SmallCurves curves={sparklines.curves} placed={placed} box={box} />}
    </div>
  );
});

/** A line with a rim, so that it is seen on any drawing. */
const Line = ({ d, className }: { d: string; className: string }) =>
  d === '' ? null : (
    <>
      <path d={d} className="rim" />
      <path d={d} className={className} />
    </>
  );

const Arrows = ({ vectors, unitsPerMm, maxHead }: Vectors & Enlarged & { maxHead: number }) => (
  <g data-figure="vectors">
    {vectors.map((vector) => (
      <g key={vector.id} data-point={vector.id} data-state={vector.state}>
        <Line d={arrowPath(vector, unitsPerMm, maxHead)} className={`line ${vector.state}`} />
      </g>
    ))}
  </g>
);

const Casings = ({ casings, unitsPerMm }: BentCasings & Enlarged) => (
  <g data-figure="casings">
    {casings.map((casing) => (
      <g key={casing.id} data-point={casing.id}>
        <path d={restPath(casing)} className="rest" />
        <Line d={bentPath(casing, unitsPerMm)} className="line now" />
        <path d={jointDots(casing, unitsPerMm)} className="dot" />
      </g>
    ))}
  </g>
);

const Water = ({ line: { parts, places } }: { line: WaterLine }) => (
  <g data-figure="water">
    {parts.map(({ from, to, isKnown }) => (
      <Line key={lineThrough(from)} d={lineThrough(from, to)} className={`line water ${isKnown ? 'now' : 'past'}`} />
    ))}
    {places.map(({ id, state, ...place }) => (
      <Dot key={id} id={id} d={dotAt(place)} state={state} />
    ))}
  </g>
);

function TroughLines({ trough: { lines, places, unitsPerMm, upSign } }: { trough: Trough & Enlarged }) {
  return (
    <g data-figure="trough">
      {lines.flat().map(({ from, to, isKnown }) => (
        <g key={from.id}>
          <path d={lineThrough(from, to)} className="rest" />
          <Line
            d={lineThrough(settledAt(from, unitsPerMm, upSign), settledAt(to, unitsPerMm, upSign))}
            className={`line ${isKnown ? 'now' : 'past'}`}
          />
        </g>
      ))}
      {places.map((settled) => (
        <g key={settled.id}>
          <path d={lineThrough(settled, settledAt(settled, unitsPerMm, upSign))} className="rest" />
          <Dot id={settled.id} d={dotAt(settledAt(settled, unitsPerMm, upSign))} state={settled.state} />
        </g>
      ))}
    </g>
  );
}

function RingProfiles({ rings: { profiles, places, chains, unitsPerMm } }: { rings: Rings & Enlarged }) {
  const moved = (place: RingPlace) => bulgedAt(place, unitsPerMm);
  return (
    <g data-figure="rings">
      {profiles.flat().map(({ from, to, isKnown }) => (
        <g key={from.id}>
          <path d={lineThrough(from, to)} className="rest" />
          <Line d={lineThrough(moved(from), moved(to))} className={`line ${isKnown ? 'now' : 'past'}`} />
        </g>
      ))}
      {places.map((place) => (
        <Dot key={place.id} id={place.id} d={dotAt(moved(place))} state={place.state} />
      ))}
      {chains.map((chain) => (
        <g key={chain.id} data-chain={chain.id}>
          {chain.parts.map(({ from, to, joint }) => (
            <g key={joint}>
              <path d={lineThrough(from, to)} className="rest" />
              <Line d={lineThrough(moved(from), moved(to))} className={`line ${chain.state}`} />
            </g>
          ))}
          {chain.places.map((place) => (
            <Dot key={place.joint} id={chain.id} d={dotAt(moved(place))} state={chain.state} />
          ))}
        </g>
      ))}
    </g>
  );
}

/** Full where the value is of now, hollow where its point is silent. */
const Dot = ({ id, d, state }: { id: number; d: string; state: 'now' | 'past' }) => (
  <g data-point={id} data-state={state}>
    <path d={d} className="dot" />
    {state === 'past' && <path d={d} className="hollow" />}
  </g>
);

function SmallCurves({
  curves,
  placed,
  box: { width, height },
}: {
  curves: NonNullable<DrawnFigures['sparklines']>['curves'];
  placed: readonly PlacedNow[];
  /** Of the drawing on the screen, px. */
  box: { readonly width: number; readonly height: number };
}) {
  const places = useMemo(
    () =>
      curvePlaces(
        curves.map(({ pointId }) => pointId),
        placed,
        { width, height },
      ),
    [curves, placed, width, height],
  );
  const states = new Map(placed.map(({ point, state }) => [point.id, state]));
  return curves.map(({ pointId, times, values }) => {
    const place = places.get(pointId);
    const state = states.get(pointId);
    return (
      place && (
        <div
          key={pointId}
          className={`small ${state}`}
          data-point={pointId}
          data-state={state}
          style={{ left: `${(100 * place.x) / width}%`, top: `${(100 * place.y) / height}%` }}
        >
          <Sparkline times={times} values={values} width={place.w} height={place.h} />
        </div>
      )
    );
  });
}

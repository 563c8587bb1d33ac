import { chainsOf, type PlacedNow } from '@plumbline/contract/site/drawings.figures';
import { type ReactNode, useMemo, useState } from 'react';
import { useSettled } from '../../../kernel/settled.ts';
import type { Box } from '../../../maps/labels.ts';
import { curveBoxes } from './curve-places.ts';
import { drawnFigures } from './drawn-figures.ts';
import { FigureLayer } from './FigureLayer.tsx';
import { FigurePane } from './FigurePane.tsx';
import { useLineMovements, useRingMembers, useShapes, useSmallCurves } from './plane-figures.queries.ts';
import { foundAzimuth, frameOf } from './plane-frame.ts';
import type { Figures } from './use-figures.ts';

const noPoints: readonly PlacedNow[] = [];
/** The bar follows once a drawing that is being zoomed rests. */
const settleMs = 160;

/**
 * The figures that are chosen: `children` puts the layer on the drawing, under its marks; below it stands what they show, how
 * far they are enlarged and what they lack. Long because each kind of figure hands over what it draws.
 */
export function PlaneFigures({
  figures: { drawing, placed, choice },
  size,
  children,
}: {
  figures: Figures;
  /** Of the drawing, in its own units. */
  size: { readonly width: number; readonly height: number };
  /** `covered` = what names keep clear of, at the size at which the drawing is laid out. */
  children: (layer: ReactNode, covered: readonly Box[]) => ReactNode;
}) {
  const { width, height } = size;
  const frame = useMemo(() => frameOf(drawing, { width, height }), [drawing, width, height]);
  const azimuth = useMemo(
    () => frame && foundAzimuth(placed, frame, drawing.plane === 'plan'),
    [placed, frame, drawing.plane],
  );
  const pointsOf = (kind: 'casings' | 'rings' | 'sparklines') =>
    choice.chosen.find((offer) => offer.kind === kind)?.points ?? noPoints;
  // Casings hang on upright drawings, chains lie on linings: one of the two is empty.
  const shapes = useShapes([...pointsOf('casings'), ...chainsOf(pointsOf('rings'))]);
  const small = useSmallCurves(pointsOf('sparklines'));
  const onLining =
    drawing.plane === 'lining' ? choice.chosen.find(({ kind }) => kind === 'rings' || kind === 'vectors') : undefined;
  const rings = useRingMembers(onLining);
  const lines = useLineMovements(choice.chosen.find(({ kind }) => kind === 'trough'));
  const drawn = useMemo(
    () =>
      drawnFigures({
        drawing,
        frame,
        choice,
        found: azimuth,
        shapes: shapes.data?.shapes,
        movements: lines.movements,
        members: rings.members,
        curves: small.curves,
      }),
    [drawing, frame, choice, azimuth, shapes.data, lines.movements, rings.members, small.curves],
  );
  const [widthPx, setWidthPx] = useState(0);
  const settledPx = useSettled(widthPx, settleMs);
  const covered = useMemo(
    () => curveBoxes(drawn, placed, { width, height }, widthPx),
    [drawn, placed, width, height, widthPx],
  );
  const { chosen } = choice;
  return (
    <>
      {children(
        chosen.length > 0 && <FigureLayer drawn={drawn} placed={placed} size={size} onWidth={setWidthPx} />,
        covered,
      )}
      {chosen.length > 0 && (
        <FigurePane
          {...{ choice, drawn, found: azimuth, shapes }}
          lines={lines.failed}
          sections={rings.failed}
          curves={small.query}
          withoutSpace={(drawn.sparklines?.curves.length ?? 0) - covered.length}
          pxPerUnit={width > 0 ? settledPx / width : 0}
        />
      )}
    </>
  );
}

import type { PlacedDrawing } from '@plumbline/contract/site/drawings';
import {
  type EnlargedKind,
  type FigureKind,
  type FigureOffer,
  factorLimits,
  figureOffers,
  placedPoints,
} from '@plumbline/contract/site/drawings.figures';
import { type LiningTurn, liningTurns } from '@plumbline/contract/site/drawings.rings';
import { type CasingDirection, casingDirections } from '@plumbline/science/plane-figures/casing';
import { useMemo } from 'react';
import { useSearch, useUrlChange } from '../../../kernel/url-state.ts';
import type { PointNow } from '../site-map/site-map.parts.tsx';

/** Figures beside the marks. */
export interface ChosenFigures {
  /** Of those that can be drawn. */
  readonly chosen: readonly FigureOffer[];
  /** By how much a kind is enlarged; null = as fits. */
  readonly factor: (kind: EnlargedKind) => number | null;
  /** Azimuth of right on the drawing, degrees clockwise from north, as typed; null = by the coordinates of the points. */
  readonly rightAzimuth: number | null;
  readonly direction: CasingDirection;
  /** Which way around the tube a lining goes as it grows; null = as the sections on it. */
  readonly turn: LiningTurn | null;
}
/** The same as the address says it, to be changed. */
export interface FigureChoice extends ChosenFigures {
  readonly choose: (kinds: readonly FigureKind[]) => void;
  readonly setFactor: (kind: EnlargedKind, factor: number | null) => void;
  readonly setRightAzimuth: (degrees: number | null) => void;
  readonly setDirection: (direction: CasingDirection) => void;
  readonly setTurn: (turn: LiningTurn | null) => void;
}

const factorNames = { vectors: 'vectorsBy', casings: 'casingsBy', rings: 'ringsBy', trough: 'troughBy' } as const;

/** A number of the address within limits; null where it is none. */
function numberIn(text: string | null, lowest: number, highest: number): number | null {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return value >= lowest && value <= highest ? value : null;
}

/** Returns the figures that the drawing can have, and which it has. */
export function useFigures(drawing: PlacedDrawing, now: readonly PointNow[]) {
  const placed = useMemo(() => placedPoints(drawing.places, now), [drawing.places, now]);
  const offers = useMemo(
    () =>
      figureOffers(
        drawing,
        placed,
        now.map(({ point }) => point),
      ),
    [drawing, placed, now],
  );
  const [search] = useSearch();
  const change = useUrlChange();
  const text = search.toString();
  const choice = useMemo((): FigureChoice => {
    const parameters = new URLSearchParams(text);
    const chosenKinds = new Set(parameters.get('figures')?.split('.'));
    const direction = casingDirections.find((each) => each === parameters.get('casingsBend')) ?? 'plane';
    return {
      chosen: offers.filter(({ kind, refusal }) => refusal === null && chosenKinds.has(kind)),
      choose: (kinds) =>
        change(
          kinds.length > 0
            ? { figures: kinds.join('.') }
            : {
                figures: null,
                vectorsBy: null,
                casingsBy: null,
                ringsBy: null,
                troughBy: null,
                casingsBend: null,
                liningTurn: null,
                rightIs: null,
              },
        ),
      factor: (kind) => numberIn(parameters.get(factorNames[kind]), ...factorLimits),
      setFactor: (kind, factor) => change({ [factorNames[kind]]: factor === null ? null : String(factor) }),
      rightAzimuth: numberIn(parameters.get('rightIs'), 0, 360),
      setRightAzimuth: (degrees) => change({ rightIs: degrees === null ? null : String(degrees) }),
      direction,
      setDirection: (next) => change({ casingsBend: next === 'plane' ? null : next }),
      turn: liningTurns.find((each) => each === parameters.get('liningTurn')) ?? null,
      setTurn: (next) => change({ liningTurn: next }),
    };
  }, [offers, text, change]);
  return { drawing, placed, offers, choice };
}
export type Figures = ReturnType<typeof useFigures>;

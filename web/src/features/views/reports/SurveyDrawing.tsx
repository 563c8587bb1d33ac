import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ProfileLayer } from '../../../charts/kinds/profile/shapes.ts';
import type { SectionLimit } from '../../../charts/kinds/section/shapes.ts';
import type { PlacedLimit } from '../../../charts/kinds/survey-curves.ts';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { type Shown, sectionSurveys, usualFactor } from '../profiles/shown-surveys.parts.ts';
import type { SurveyMatrix } from '../tables/matrices.parts.tsx';
import { datedFigures } from './report-figures.ts';

const shapePx = 420;
const linePx = 280;

/** How the places lie: depths downwards, elevations upwards, distances across. */
export type Lie = 'depth' | 'elevation' | 'distance';

/** Strata beside a casing: its layers, and how deep the pit was at each survey, by its time. */
export interface DrawnStrata {
  readonly layers: readonly ProfileLayer[];
  readonly excavations: ReadonlyMap<number, number | null>;
}

const curvesOf = ({ surveys }: SurveyMatrix, strata: DrawnStrata | null) =>
  surveys.map(({ at, name, values }, i) => ({
    id: String(at),
    name,
    values,
    age: surveys.length === 1 ? 1 : i / (surveys.length - 1),
    isChosen: i === surveys.length - 1,
    excavationM: strata?.excavations.get(at) ?? null,
  }));

/** The surveys as their own view draws them: a profile, a panel or a line. */
export function SurveyDrawing({
  matrix,
  lie,
  limits,
  jointLimits = [],
  isDownward = false,
  strata = null,
}: {
  matrix: SurveyMatrix;
  lie: Lie;
  limits: readonly ChartThreshold[];
  jointLimits?: readonly PlacedLimit[];
  isDownward?: boolean;
  /** Of a casing alone. */
  strata?: DrawnStrata | null;
}) {
  const { places, unit, title: axisName } = matrix;
  const metres = useMemo(() => places.map((place, i) => place.metres ?? i), [places]);
  const curves = useMemo(() => curvesOf(matrix, strata), [matrix, strata]);
  const [from, to] = [Math.min(...metres), Math.max(...metres)];
  const range = useMemo(() => ({ from, to: to > from ? to : from + 1 }), [from, to]);
  // The crosshair rests at the place that moved farthest: the legend says what each survey was there.
  const pinned = datedFigures(matrix).at(-1)?.farthest?.place;
  const pinnedM = pinned === undefined ? null : (metres[pinned] ?? null);
  const common = { unit, axisName, precision: 3, thresholds: limits, jointLimits, pinnedM };
  return lie === 'distance' ? (
    <Chart
      kind="line"
      content={{
        ...common,
        isDownward,
        curves: curves.map((curve) => ({ ...curve, chainagesM: metres })),
        stations: places.flatMap(({ name, metres: m }) => (name === '' || m === null ? [] : [{ name, chainageM: m }])),
      }}
      range={range}
      heightPx={linePx}
    />
  ) : (
    <Chart
      kind="profile"
      content={{
        ...common,
        isUpward: lie === 'elevation',
        layers: strata?.layers ?? [],
        curves: curves.map((curve) => ({ ...curve, depths: metres })),
      }}
      range={range}
      heightPx={shapePx}
    />
  );
}

const still = { from: 0, to: 1 };

/** A ring or an arc to scale, movements enlarged. */
export function SectionDrawing({
  shown,
  limitsOf,
  nameOf,
}: {
  shown: readonly Shown[];
  limitsOf: (newest: Shown) => readonly SectionLimit[];
  nameOf: (at: number) => string;
}) {
  const { t } = useTranslation();
  const newest = shown.at(-1);
  const content = useMemo(() => {
    if (!newest) return null;
    const initialNodes = newest.casing.nodes;
    const alike = shown.filter(({ casing }) => casing === newest.casing);
    const surveys = sectionSurveys(alike, alike.length - 1, nameOf, ({ survey }) => survey);
    return {
      rest: initialNodes,
      isClosed: newest.casing.form === 'ring',
      surveys,
      factor: usualFactor(initialNodes, surveys),
      limits: limitsOf(newest),
      nodeWord: t('common:chart.node'),
      precision: 3,
    };
  }, [newest, shown, limitsOf, nameOf, t]);
  if (!content || content.rest.length === 0) return <p>{t('profiles:noSectionWhy')}</p>;
  return <Chart kind="section" content={content} range={still} heightPx={shapePx} />;
}

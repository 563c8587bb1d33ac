import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PaperTable, Part } from '../../../design/ReportSheet.tsx';
import { formatChange, formatNumber, formatTime, missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { SurveyMatrix } from '../tables/matrices.parts.tsx';
import { LevelCell } from './Paper.tsx';
import { type DatedFigures, datedFigures, type Placed } from './report-figures.ts';

/** Surveys that have a column of their own on a sheet; more are drawn, and stand in the table of dates. */
const maxColumns = 6;

type Places = SurveyMatrix['places'];

/** Where a place is, in words. */
export const placeWords = ({ places, placeUnit }: SurveyMatrix, place: number): string => {
  const { name = '', metres = null } = places[place] ?? {};
  return name === '' && metres !== null ? `${metres.toFixed(2)} ${placeUnit}` : name;
};

/** The newest survey in figures, each date compared with the one before, and the numbers of every place. */
export function SurveyFigures({ matrix }: { matrix: SurveyMatrix }) {
  const figures = useMemo(() => datedFigures(matrix), [matrix]);
  const newest = figures.at(-1);
  return (
    <>
      {newest && <Newest matrix={matrix} newest={newest} />}
      <Dates matrix={matrix} figures={figures} />
      <Numbers matrix={matrix} />
    </>
  );
}

function Newest({ matrix, newest }: { matrix: SurveyMatrix; newest: DatedFigures }) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const at = (placed: Placed | null): string => (placed ? placeWords(matrix, placed.place) : missing);
  const rows: readonly (readonly [key: string, value: string, where: string])[] = [
    [t('reports:max'), formatNumber(newest.max?.value), at(newest.max)],
    [t('reports:min'), formatNumber(newest.min?.value), at(newest.min)],
    [t('reports:change'), formatChange(newest.change?.value), at(newest.change)],
    [
      t('reports:rate', { unit: matrix.unit }),
      formatChange(newest.perDay),
      at(newest.perDay === null ? null : newest.change),
    ],
  ];
  return (
    <Part title={t('reports:newest', { time: formatTime(newest.at, timeZone) })}>
      <PaperTable
        heads={[t('reports:figure'), `${matrix.title}, ${matrix.unit}`, matrix.placeTitle]}
        rows={rows.map(([name, value, where]) => ({ key: name, cells: [name, value, where] }))}
      />
      <p className="rp-level">
        {t('reports:levelNow')} <LevelCell level={newest.level} />
        {newest.level === null && ` ${t('reports:notJudged')}`}
      </p>
    </Part>
  );
}

function Dates({ matrix, figures }: { matrix: SurveyMatrix; figures: readonly DatedFigures[] }) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  return (
    <Part title={t('reports:dates')}>
      <PaperTable
        heads={[
          t('surveys:survey'),
          `${t('reports:farthest')}, ${matrix.unit}`,
          matrix.placeTitle,
          `${t('reports:change')}, ${matrix.unit}`,
          t('readings:level'),
          t('reports:missing'),
        ]}
        rows={figures.map(({ at, farthest, change, level, missing: absent }) => ({
          key: at,
          cells: [
            formatTime(at, timeZone).slice(0, 16),
            formatNumber(farthest?.value),
            farthest ? placeWords(matrix, farthest.place) : missing,
            formatChange(change?.value),
            <LevelCell key="level" level={level} />,
            absent,
          ],
        }))}
      />
    </Part>
  );
}

/** Every place, at the newest surveys. */
function Numbers({ matrix }: { matrix: SurveyMatrix }) {
  const { t } = useTranslation();
  const visibleSurveys = matrix.surveys.slice(-maxColumns);
  const left = matrix.surveys.length - visibleSurveys.length;
  const places: Places = matrix.places;
  const isNamed = places.some(({ name }) => name !== '');
  return (
    <Part title={`${matrix.title}, ${matrix.unit}`}>
      <PaperTable
        heads={[
          isNamed ? matrix.placeTitle : `${matrix.placeTitle}, ${matrix.placeUnit}`,
          ...visibleSurveys.map(({ name }) => name),
        ]}
        rows={places.map(({ key, name, metres }, place) => ({
          key,
          cells: [
            name === '' ? (metres?.toFixed(2) ?? '') : name,
            ...visibleSurveys.map(({ values }) => formatNumber(values[place])),
          ],
        }))}
      />
      {left > 0 && <p className="rp-small">{t('reports:left', { count: left })}</p>}
    </Part>
  );
}

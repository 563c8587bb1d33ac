/** Surveys of a section of prisms as a matrix: what its views draw, by chord or prism and time. Pure. */
import { foundSurveys, type ShownSection, sectionRows } from '../masters/line-rows.parts.ts';
import type { MatrixFigure, SurveyMatrix } from './survey-matrix.ts';
import type { StationNumber } from './table-state.ts';

export type Section = ShownSection;

interface StationQuestion {
  readonly section: Section;
  readonly shown: Exclude<StationNumber, 'settlement'>;
  readonly words: {
    /** A chord, or a prism. */
    readonly place: string;
    /** What changes, and which way is positive. */
    readonly value: string;
    readonly moved: string;
    /** The length of a chord, the offset of a prism. */
    readonly metres: string;
    readonly up: string;
    readonly timeOf: (at: number) => string;
    readonly change: (before: number) => string;
  };
}

const showOf = (number: StationQuestion['shown']) => (number === 'offset' ? 'offset' : 'convergence');

/** To a tenth of a millimetre, as the views say it. */
const tenths = (metres: number | null): number | null => metres && Math.round(metres * 1e4) / 1e4 + 0;

export function stationMatrix({ section, shown, words }: StationQuestion): SurveyMatrix | null {
  const surveys = foundSurveys(section.surveys);
  const rows = surveys.map((chosen, i) => sectionRows(section, chosen, surveys[i - 1], showOf(shown)));
  const newest = rows.at(-1);
  if (!newest) return null;
  return {
    placeTitle: words.place,
    placeUnit: 'm',
    places: newest.map(({ place, name, chainageM }) => ({ key: `p${place}`, name, metres: chainageM })),
    title: words.value,
    unit: 'mm',
    surveys: surveys.map(({ at }, i) => {
      const values = (rows[i] ?? []).map(({ changeMm }) => changeMm);
      // Limits of a section are those of its points: its views judge nothing.
      return { at, name: words.timeOf(at), values, levels: values.map(() => null) };
    }),
  };
}

/** Length or offset, its change, the change since the survey before, and of a prism how it went up, of one survey. */
export function stationFigures({ section, shown, words }: StationQuestion, chosen: number): MatrixFigure[] {
  const surveys = foundSurveys(section.surveys);
  const [survey, before] = [surveys[chosen], surveys[chosen - 1]];
  if (!survey) return [];
  const rows = sectionRows(section, survey, before, showOf(shown));
  const since: MatrixFigure[] = before
    ? [
        {
          key: 'change',
          title: words.change(before.at),
          unit: 'mm',
          isChange: true,
          values: rows.map(({ sinceMm }) => sinceMm),
        },
      ]
    : [];
  const up: MatrixFigure = {
    key: 'up',
    title: words.up,
    unit: 'mm',
    isChange: true,
    values: rows.map(({ upMm }) => upMm),
  };
  return [
    { key: 'metres', title: words.metres, unit: 'm', precision: 4, values: rows.map(({ metres }) => tenths(metres)) },
    { key: 'value', title: words.moved, unit: 'mm', isChange: true, values: rows.map(({ changeMm }) => changeMm) },
    ...since,
    ...(shown === 'offset' ? [up] : []),
  ];
}

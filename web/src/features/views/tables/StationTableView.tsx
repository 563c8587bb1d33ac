import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatBrief, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useSections } from '../masters/masters.queries.ts';
import { MasterNotes } from '../masters/notes.parts.tsx';
import { LineTableView } from './LineTableView.tsx';
import { MasterTable } from './MasterTable.tsx';
import { type Section, stationFigures, stationMatrix } from './station-matrix.ts';
import { type StationNumber, type SurveyTableState, stationNumbers, useTableState } from './table-state.ts';

/** Surveys of a section of prisms as numbers: its chords, its offsets, or how its prisms settled. */
export function StationTableView(props: PointViewProps) {
  const [state, change] = useTableState();
  // The settlement of a section is drawn as a line: its numbers are those of that line.
  return state.station === 'settlement' ? (
    <LineTableView {...props} fields={<StationField {...{ state, change }} />} />
  ) : (
    <SectionTableView {...props} shown={state.station} />
  );
}

/** Chooses the quantity of a section. */
export function StationField({
  state,
  change,
}: {
  state: SurveyTableState;
  change: (part: Partial<SurveyTableState>) => void;
}) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('tables:number')}
      value={state.station}
      options={stationNumbers.map((value) => ({ value, label: t(`tables:stations.${value}`) }))}
      onChange={(station) => change({ station, sort: null })}
    />
  );
}

type SectionNumber = Exclude<StationNumber, 'settlement'>;

function SectionTableView({ point, raw, ranges, shown }: PointViewProps & { shown: SectionNumber }) {
  const [state, change] = useTableState();
  const query = useSections(point, state, raw, ranges.listed);
  const { matrix, figuresOf } = useStation(query.data, shown);
  return (
    <MasterTable
      {...{ point, ranges, state, change, query, matrix, figuresOf }}
      surveys={query.data?.surveys ?? []}
      fields={<StationField {...{ state, change }} />}
      notesOf={(chosen) => query.data && <MasterNotes made={query.data} chosen={chosen} />}
    />
  );
}

/** Returns an answer as a table. */
export function useStation(section: Section | undefined, numbers: SectionNumber) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const question = useMemo(() => {
    const isOffset = numbers === 'offset';
    return (
      section && {
        section,
        shown: numbers,
        words: {
          place: t(isOffset ? 'masters:prism' : 'masters:chord'),
          value: t(`masters:changes.${isOffset ? 'offset' : 'chord'}`),
          moved: t('masters:change'),
          metres: t(isOffset ? 'masters:offset' : 'masters:length'),
          up: t('masters:directions.up'),
          timeOf: (at: number) => formatShort(at, timeZone, language),
          change: (before: number) => t('surveys:since', { time: formatBrief(before, timeZone, language) }),
        },
      }
    );
  }, [section, numbers, timeZone, language, t]);
  const matrix = useMemo(() => (question ? stationMatrix(question) : null), [question]);
  const figuresOf = useCallback((survey: number) => (question ? stationFigures(question, survey) : []), [question]);
  return { matrix, figuresOf };
}

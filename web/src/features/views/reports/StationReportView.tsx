import { farthestOf, resultantOf } from '@plumbline/science/profiles/survey';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { SectionContent } from '../../../charts/kinds/section/shapes.ts';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import {
  drawnChords,
  drawnSurveys,
  foundSurveys,
  restOf,
  type ShownSection,
  usualFactor,
} from '../masters/line-rows.parts.ts';
import { useSections } from '../masters/masters.queries.ts';
import { NoSurvey, NotDrawn, RadiusNote } from '../masters/notes.parts.tsx';
import { StationField, useStation } from '../tables/matrices.parts.tsx';
import { useTableState } from '../tables/table-choice.parts.ts';
import { LineReportView } from './LineReportView.tsx';
import { SurveyReport } from './SurveyReport.tsx';
import { useMasterWarnings, useSurveyFacts } from './survey-facts.ts';

const shapePx = 420;
const still = { from: 0, to: 1 };

/** The surveys of a section of prisms as a report to print: its chords, its offsets, or how its prisms settled. */
export function StationReportView(props: PointViewProps) {
  const [state, change] = useTableState();
  return state.station === 'settlement' ? (
    <LineReportView {...props} fields={<StationField {...{ state, change }} />} />
  ) : (
    <SectionReportView {...props} shown={state.station} />
  );
}

type Section = ShownSection;

function SectionReportView(props: PointViewProps & { shown: 'convergence' | 'offset' }) {
  const { point, thresholds, raw, ranges, shown } = props;
  const [state, change] = useTableState();
  const query = useSections(point, state, raw, ranges.listed);
  const { data } = query;
  const { matrix } = useStation(data, shown);
  const facts = useSurveyFacts(state, raw, ranges.listed, data?.baseline?.at ?? null);
  const warnings = useMasterWarnings(data);
  return (
    <SurveyReport
      {...{ point, thresholds, ranges, state, change, query, matrix, facts, warnings }}
      fields={<StationField {...{ state, change }} />}
      drawing={data && <SectionPicture section={data} hasChords={shown === 'convergence'} />}
      failed={query.error && <NotDrawn point={point} error={query.error} onRetry={() => void query.refetch()} />}
      empty={<NoSurvey />}
    />
  );
}

/** The section to scale as its own views draw it, the newest survey strongest. */
function SectionPicture({ section, hasChords }: { section: Section; hasChords: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const surveys = useMemo(() => foundSurveys(section.surveys), [section]);
  const newest = surveys.at(-1);
  const content = useMemo((): SectionContent => {
    const initialPlaces = restOf(section);
    const drawn = drawnSurveys(surveys, surveys.length - 1, (at) => formatShort(at, timeZone, language));
    return {
      rest: initialPlaces,
      isClosed: false,
      surveys: drawn,
      factor: usualFactor(initialPlaces, drawn),
      chords: newest && hasChords ? drawnChords(section, newest, null, () => '') : [],
      nodeWord: t('masters:prism'),
      names: section.members.map(({ name }) => name),
      precision: 3,
      // The legend says what each survey was at the prism that moved farthest.
      pinned: newest ? (farthestOf(resultantOf(newest.survey.acrossMm, newest.survey.upMm))?.joint ?? null) : null,
    };
  }, [section, surveys, newest, hasChords, timeZone, language, t]);
  return (
    <>
      <Chart kind="section" content={content} range={still} heightPx={shapePx} />
      <RadiusNote circle={newest?.survey.circle ?? null} />
    </>
  );
}

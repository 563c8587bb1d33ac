import './masters.css';
import type { SectionSurvey } from '@plumbline/contract/views/masters';
import { type Ref, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import type { SectionContent } from '../../../charts/kinds/section/shapes.ts';
import { allowedRange } from '../../../charts/range/ranges.ts';
import { formatChange, formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useDrawnPlace } from '../surveys/survey-time.parts.tsx';
import { SurveysFrame } from '../surveys/surveys.parts.tsx';
import { useShownWindow } from '../surveys/window.parts.ts';
import type { foundSurveys } from './line-content.ts';
import { MasterNotes } from './MasterNotes.tsx';
import { NoSurvey, NotDrawn } from './MasterStates.tsx';
import { useSections } from './masters.queries.ts';
import { FactorField, RadiusNote } from './SectionFields.tsx';
import { SectionPane } from './SectionPane.tsx';
import {
  chordOfPrism,
  drawnChords,
  drawnSurveys,
  placeBeside,
  restOf,
  sectionRows,
  usualFactor,
} from './section-content.ts';
import { type SectionShow, type SectionState, useSectionState } from './section-state.ts';
import type { ShownSection } from './shown-geometry.ts';
import { useFoundSurveys } from './use-found-surveys.ts';

const sectionPx = 420;
/** It lies in a plane: there is no axis of which a stretch would be shown. */
const still = { from: 0, to: 1 };

type Section = ShownSection;
type Surveys = ReturnType<typeof foundSurveys<SectionSurvey>>;

/** A section of prisms: to scale with movements enlarged, and beside it one chord or prism over time above the table. */
function SectionView({ point, raw, ranges, show }: PointViewProps & { show: SectionShow }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [state, change] = useSectionState();
  const chart = useRef<ChartHandle>(null);
  const query = useSections(point, state, raw, ranges.listed);
  const { data } = query;
  const { surveys, times, place, chosen, before } = useFoundSurveys(data?.surveys, state);
  return (
    <SurveysFrame
      pointId={point.id}
      {...{ ranges, state, query, times, chart }}
      label={t('masters:sectionToolbar')}
      title={`${project.name} ${point.name}`}
      onChange={change}
      fields={<FactorField factor={state.factor} onChange={(factor) => change({ factor })} />}
      heightPx={368}
      failed={(error, onRetry) => <NotDrawn {...{ point, error, onRetry }} />}
      empty={<NoSurvey />}
      className="ms"
      shape={
        data &&
        chosen && (
          <>
            <SectionChart {...{ section: data, surveys, place, state, show, change, handle: chart }} />
            <RadiusNote circle={chosen.survey.circle} />
            <MasterNotes made={data} chosen={chosen} />
          </>
        )
      }
      beside={
        data &&
        chosen && (
          <SectionPane
            {...{ point, raw, state, show, section: data, surveys, chosen, before }}
            range={ranges}
            onRange={(range) => ranges.onChange({ preset: null, custom: allowedRange(range, Date.now()) })}
            onPlace={(next) => change({ place: next })}
          />
        )
      }
    />
  );
}

export const ChordView = (props: PointViewProps) => <SectionView {...props} show="chord" />;
export const ConvergenceView = (props: PointViewProps) => <SectionView {...props} show="convergence" />;
export const OffsetView = (props: PointViewProps) => <SectionView {...props} show="offset" />;

function SectionChart({
  section,
  surveys,
  place,
  state,
  show,
  change,
  handle,
}: {
  section: Section;
  surveys: Surveys;
  place: number;
  state: SectionState;
  show: SectionShow;
  change: (part: Partial<SectionState>) => void;
  handle: Ref<ChartHandle>;
}) {
  const window = useShownWindow();
  const chosen = surveys[place];
  const rows = useMemo(() => (chosen ? sectionRows(section, chosen, undefined, show) : []), [section, chosen, show]);
  const content = useSectionContent(section, surveys, place, state, placeBeside(state.place, rows), show);
  return (
    <Chart
      kind="section"
      content={content}
      range={still}
      {...window}
      onPick={(prism) => change({ place: show === 'offset' ? prism : chordOfPrism(section, prism, rows) })}
      heightPx={sectionPx}
      handle={handle}
    />
  );
}

function useSectionContent(
  section: Section,
  surveys: Surveys,
  place: number,
  { factor }: SectionState,
  pinned: number,
  show: SectionShow,
): SectionContent {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const drawnPlace = useDrawnPlace(place);
  return useMemo(() => {
    const chosen = surveys[place];
    const initialPlaces = restOf(section);
    const drawn = drawnSurveys(surveys, drawnPlace, (at) => formatShort(at, timeZone, language));
    const ofPrisms = show === 'offset';
    return {
      rest: initialPlaces,
      isClosed: false,
      surveys: drawn,
      factor: factor ?? usualFactor(initialPlaces, drawn),
      chords: chosen && !ofPrisms ? drawnChords(section, chosen, pinned, (mm) => `${formatChange(mm, 2)} mm`) : [],
      nodeWord: t('masters:prism'),
      names: section.members.map(({ name }) => name),
      precision: 3,
      pinned: ofPrisms ? pinned : (section.chords[pinned]?.from ?? null),
    };
  }, [section, surveys, place, drawnPlace, factor, pinned, show, timeZone, language, t]);
}

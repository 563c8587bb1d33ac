import type { Point } from '@plumbline/contract/points/points';
import type { SectionSurvey } from '@plumbline/contract/views/masters';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../charts/frame/range.ts';
import { useWidth } from '../../../charts/frame/use-width.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Found } from './line-content.ts';
import { useSectionCurve } from './masters.queries.ts';
import { OverTime } from './OverTime.tsx';
import { ConvergenceTable, SectionTable } from './SectionTable.tsx';
import { placeBeside, sectionRows } from './section-content.ts';
import type { SectionShow, SectionState } from './section-state.ts';
import type { ShownSection } from './shown-geometry.ts';

type Survey = Found<SectionSurvey>;

interface SectionPaneProps {
  readonly point: Point;
  readonly raw: boolean;
  readonly state: SectionState;
  readonly show: SectionShow;
  readonly section: ShownSection;
  readonly surveys: readonly Survey[];
  readonly chosen: Survey;
  readonly before: Survey | undefined;
  readonly range: { readonly shown: Range; readonly requested: Range };
  readonly onRange: (range: Range) => void;
  readonly onPlace: (place: number) => void;
}

/** One chord or prism over time, and the table: of the chosen survey, or of all of them where convergence is shown. */
export function SectionPane(props: SectionPaneProps) {
  const { point, raw, state, show, section, surveys, chosen, before, range, onRange, onPlace } = props;
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const [element, widthPx] = useWidth();
  const rows = useMemo(() => sectionRows(section, chosen, before, show), [section, chosen, before, show]);
  const place = placeBeside(state.place, rows);
  const quantity = show === 'offset' ? 'offset' : 'chord';
  const curve = useSectionCurve(
    point,
    { quantity, place },
    { baselineAt: state.baselineAt, surveyAt: chosen.at, raw, range: range.requested, widthPx },
  );
  const name = rows[place]?.name ?? '';
  return (
    <div className="ms-list">
      <h2 className="pl-sm">
        <span className="pl-b">{name}</span> <span className="pl-3">{t(`masters:changes.${quantity}`)}</span>
      </h2>
      <div ref={element} className="curve">
        <OverTime query={curve} name={name} baselineAt={state.baselineAt} range={range.shown} onRange={onRange} />
      </div>
      <h2 className="pl-sm">
        <span className="pl-b">{t(show === 'convergence' ? 'masters:convergence' : 'surveys:survey')}</span>{' '}
        {show !== 'convergence' && (
          <time className="pl-3" dateTime={new Date(chosen.at).toISOString()}>
            {formatTime(chosen.at, timeZone)}
          </time>
        )}
      </h2>
      {show === 'convergence' ? (
        <ConvergenceTable {...{ section, surveys, place, onPlace }} />
      ) : (
        <SectionTable rows={rows} show={show} beforeAt={before?.at ?? null} place={place} onPlace={onPlace} />
      )}
    </div>
  );
}

import type { ChordSurvey } from '@plumbline/science/sections/section-survey';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { Range } from '../../../charts/frame/range.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { formatBrief, formatChange, formatNumber } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useSurveyTime } from '../surveys/survey-time.parts.tsx';
import { jointPx } from './JointChart.tsx';
import type { Comparison } from './SurveysView.tsx';
import { type SectionState, sectionState } from './section-content.ts';

interface ChordRow extends ChordSurvey {
  /** Of the convergence since the survey before. */
  readonly change: number | null;
}

function chordRows({ before, data }: Comparison, section: SectionState): ChordRow[] {
  const then = before ? sectionState(before, data.baseline, data.drawing).chords : [];
  return section.chords.map((each, i) => {
    const was = then[i]?.convergenceMm ?? null;
    const change = each.convergenceMm === null || was === null ? null : each.convergenceMm - was;
    return { ...each, change };
  });
}

/** The chords of the chosen survey; a row chooses the one whose convergence is drawn over time. */
export function ChordTable({
  comparison,
  section,
  chord,
  onJoint,
}: {
  comparison: Comparison;
  section: SectionState;
  chord: ChordSurvey | null;
  onJoint: (joint: number) => void;
}) {
  const { t } = useTranslation();
  const { before } = comparison;
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const rows = useMemo(() => chordRows(comparison, section), [comparison, section]);
  const columns = useMemo((): Columns<ChordRow> => {
    const since = before ? formatBrief(before.at, timeZone, language) : null;
    return [
      { title: t('profiles:chord'), key: 'chord', width: 84, render: (_, { from, to }) => `${from}–${to}` },
      {
        ...numeric(t('profiles:convergence'), 'mm'),
        key: 'convergence',
        width: 108,
        render: (_, { convergenceMm }) => <span className="pl-b">{formatNumber(convergenceMm)}</span>,
      },
      {
        ...numeric(t('profiles:length'), 'mm'),
        key: 'length',
        width: 108,
        render: (_, { lengthMm }) => formatNumber(lengthMm),
      },
      ...(since === null
        ? []
        : [
            {
              ...numeric(t('surveys:since', { time: since }), 'mm'),
              key: 'change',
              width: 108,
              render: (_: unknown, { change }: ChordRow) => formatChange(change),
            },
          ]),
    ];
  }, [t, before, timeZone, language]);
  return (
    <DataTable
      dense
      rows={rows}
      columns={columns}
      rowKey={({ from }) => from}
      onOpen={({ from }) => onJoint(from)}
      isOpen={({ from }) => from === chord?.from}
    />
  );
}

/** The convergence of a chord, survey by survey. */
export function ChordCurve({
  comparison: { surveys, data },
  chord: { from, to },
  range,
}: {
  comparison: Comparison;
  chord: ChordSurvey;
  range: { readonly shown: Range };
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { chosenAt, onCross } = useSurveyTime();
  const curves = useMemo(() => {
    const values = surveys.map(
      (survey) =>
        sectionState(survey, data.baseline, data.drawing).chords.find((each) => each.from === from)?.convergenceMm ??
        null,
    );
    return [
      {
        id: `${from}-${to}`,
        name: `${from}–${to}`,
        unit: 'mm',
        precision: 3,
        times: surveys.map(({ at }) => at),
        values,
      },
    ];
  }, [surveys, data, from, to]);
  return (
    <div className="curve">
      <Chart
        kind="timeValue"
        content={{ curves, zone: project.timeZone, markedAt: chosenAt }}
        range={range.shown}
        onCross={onCross}
        heightPx={jointPx}
      />
      <p className="pl-3 pl-sm pf-note">{t('profiles:chordBySurvey')}</p>
    </div>
  );
}

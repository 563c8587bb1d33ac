import { ExperimentOutlined, WarningOutlined } from '@ant-design/icons';
import { conditions } from '@plumbline/contract/alerts/conditions';
import type { ConditionRules, ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { readings } from '@plumbline/contract/readings/readings';
import { formatSpan } from '@plumbline/science/display/span';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { sameValue } from '../../../design/form/judge.ts';
import { SkeletonChart } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { read, useRead } from '../../../kernel/reads.ts';
import { ConditionEpisodes } from './ConditionEpisodes.tsx';
import type { FindField } from './term-words.ts';

const spans = [7, 30, 183, 365] as const;
const preset = { 7: 'past7Days', 30: 'past30Days', 183: 'pastHalfYear', 365: 'past1Year' } as const;
type Tested = Reply<typeof conditions.backTest>;
interface Done {
  readonly answer: Tested;
  readonly rules: ConditionRules;
  readonly days: number;
  readonly from: number;
  readonly to: number;
}

/** The alerts that a condition, as it is written now, would have raised over the past. Nothing is saved. */
export function ConditionBackTest({
  rules,
  find,
  isComplete,
}: {
  rules: ConditionRules;
  find: FindField;
  isComplete: boolean;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [days, setDays] = useState<(typeof spans)[number]>(30);
  const run = useMutation({
    mutationFn: async (): Promise<Done> => {
      const to = Date.now();
      const from = to - days * dayMs;
      const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      return {
        answer: await read(conditions.backTest, { projectId: project.id, ...rules, ...span }),
        rules,
        days,
        from,
        to,
      };
    },
  });
  /** Results stand under the condition and the span that they are of, and under no others. */
  const isStale = run.data !== undefined && (run.data.days !== days || !sameValue(run.data.rules, rules));
  return (
    <section aria-label={t('thresholds:backTest.title')}>
      <h3>{t('thresholds:backTest.title')}</h3>
      <p className="pl-3 pl-sm">{t('conditions:backTestWhy')}</p>
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Segmented
          label={t('thresholds:backTest.span')}
          value={days}
          options={spans.map((value) => ({ value, label: t(`common:preset.${preset[value]}`) }))}
          onChange={setDays}
        />
        <Button
          icon={<ExperimentOutlined />}
          loading={run.isPending}
          disabled={!isComplete}
          title={isComplete ? undefined : t('conditions:notYet')}
          onClick={() => run.mutate()}
        >
          {t('thresholds:backTest.run')}
        </Button>
        {isStale && <span className="pl-sm pl-2">{t('thresholds:backTest.stale')}</span>}
      </div>
      {run.error && (
        <p role="alert" className="pl-row pl-wrong">
          <WarningOutlined />
          {wordsOf(run.error, t).words}
        </p>
      )}
      {run.data && !isStale && <Result done={run.data} find={find} />}
    </section>
  );
}

function Result({ done, find }: { done: Done; find: FindField }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { answer, rules } = done;
  const { episodes, episodesTotal } = answer;
  return (
    <>
      <p role="status" style={{ marginTop: 12 }}>
        <b>{t('thresholds:backTest.alerts', { count: episodesTotal, total: formatCount(episodesTotal) })}</b>{' '}
        <span className="pl-2">
          {t('conditions:held', { span: formatSpan(answer.secondsTrue, language) })}
          {answer.secondsUnknown > 0 &&
            ` · ${t('conditions:unknownFor', { span: formatSpan(answer.secondsUnknown, language) })}`}
        </span>
      </p>
      <Curves done={done} find={find} />
      {episodes.length > 0 && <ConditionEpisodes episodes={episodes} rules={rules} find={find} />}
      {episodesTotal > episodes.length && (
        <p className="pl-3 pl-sm">
          {t('thresholds:backTest.more', { shown: formatCount(episodes.length), total: formatCount(episodesTotal) })}
        </p>
      )}
    </>
  );
}

/** What was measured, field by field, with each alert marked where it was raised. */
function Curves({ done, find }: { done: Done; find: FindField }) {
  const fields = new Map(
    done.rules.groups
      .flatMap(({ terms }) => terms)
      .map((term, place) => [`${term.pointId}/${term.field}`, { term, place }] as const)
      .reverse(),
  );
  return (
    <div className="cd-curves">
      {[...fields.values()]
        .reverse()
        .slice(0, 6)
        .map(({ term, place }) => (
          <Curve key={place} done={done} term={term} find={find} />
        ))}
    </div>
  );
}

function Curve({ done, term, find }: { done: Done; term: ConditionTerm; find: FindField }) {
  const { project } = useProject();
  const may = useAllowed()(readings.query);
  const { from, to, answer, rules } = done;
  const { pointId, field } = term;
  const query = useRead(
    readings.query,
    {
      pointIds: [pointId],
      fields: [field],
      quantity: 'value',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      width: 900,
    },
    { enabled: may },
  );
  const series = query.data?.series[0];
  const fieldFacts = find(pointId, field);
  const curves = useMemo(
    () =>
      series
        ? [
            {
              id: 'value',
              name: fieldFacts?.name ?? '',
              unit: fieldFacts?.unit ?? '',
              precision: 3,
              times: series.times,
              values: series.values,
            },
          ]
        : [],
    [series, fieldFacts?.name, fieldFacts?.unit],
  );
  const marks = useMemo(
    () => (series ? answer.episodes.flatMap((episode) => markOf(Date.parse(episode.from), series, rules.level)) : []),
    [answer.episodes, series, rules.level],
  );
  const lines = useMemo(() => (term.kind === 'value' ? linesOf(term, rules.level) : []), [term, rules.level]);
  const range = useMemo(() => ({ from, to }), [from, to]);
  if (!may || query.error) return null;
  if (!series) return <SkeletonChart height={160} />;
  return (
    <Chart
      kind="timeValue"
      content={{ curves, thresholds: lines, alerts: marks, zone: project.timeZone }}
      range={range}
      heightPx={160}
      readout={false}
    />
  );
}

const linesOf = ({ side, low, high }: ConditionTerm, level: number) => [
  ...(side !== 'below' && high !== null ? [{ level, value: high }] : []),
  ...(side !== 'above' && low !== null ? [{ level, value: low }] : []),
];

/** An alert on the curve: at the last value before it. */
function markOf(
  at: number,
  { times, values }: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
  level: number,
) {
  let value: number | null = null;
  for (let i = 0; i < times.length && (times[i] ?? Number.POSITIVE_INFINITY) <= at; i++) value = values[i] ?? value;
  return value === null ? [] : [{ at, value, level }];
}

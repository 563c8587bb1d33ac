import { HistoryOutlined } from '@ant-design/icons';
import type { ConditionRules } from '@plumbline/contract/conditions.terms';
import { elementAt } from '@plumbline/contract/elements';
import { readings } from '@plumbline/contract/readings';
import { formatSpan } from '@plumbline/science/display/span';
import type { Transition } from '@plumbline/science/limits/condition';
import { measuredBy } from '@plumbline/science/limits/condition-rule';
import { useMutation } from '@tanstack/react-query';
import { Button, InputNumber } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawnCurve } from '../../charts/DrawnCurve.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatCount, formatNumber, formatTime, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import { read } from '../../kernel/reads.ts';
import { ConditionEpisodes } from './ConditionEpisodes.tsx';
import {
  type Drawing,
  type DrawnSpan,
  drawingsOf,
  drawnColumns,
  drawnLimits,
  drawnRange,
  drawnUnit,
  evaluateDrawn,
} from './drawn-series.ts';
import type { PointRows } from './term-props.ts';
import type { FindField } from './term-words.ts';

const dayMs = 86_400_000;
const spans = [1, 7, 30] as const;
const preset = { 1: 'past1Day', 7: 'past7Days', 30: 'past30Days' } as const;
type Values = readonly (number | null)[];
const empty: Values = Array.from({ length: drawnColumns }, () => null);

interface Props {
  readonly rules: ConditionRules;
  readonly rows: PointRows;
  readonly find: FindField;
  readonly isComplete: boolean;
}

/** The condition tried on curves that a person draws, before anything of the kind has happened. Nothing is saved. */
export function ConditionDrawn({ rules, rows, find, isComplete }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label={t('conditions:drawn')}>
      <details className="cd-drawn" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('conditions:drawn')}</summary>
        <p className="pl-3 pl-sm">{t('conditions:drawnWhy')}</p>
        {!isComplete && <p className="pl-2">{t('conditions:notYet')}</p>}
        {isOpen && isComplete && <Drawings rules={rules} rows={rows} find={find} />}
      </details>
    </section>
  );
}

function Drawings({ rules, rows, find }: Omit<Props, 'isComplete'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [days, setDays] = useState<(typeof spans)[number]>(7);
  const [toMs] = useState(() => Math.floor(Date.now() / 60_000) * 60_000);
  const span = useMemo(() => ({ startAt: toMs - days * dayMs, toMs }), [days, toMs]);
  const [curves, setCurves] = useState<ReadonlyMap<string, Values>>(new Map());
  const drawings = drawingsOf(rules);
  const found = useMemo(() => {
    const interval = (pointId: number): number => rows.find(({ id }) => id === pointId)?.intervalSeconds ?? 3600;
    return evaluateDrawn(rules, curves, span, interval);
  }, [rules, rows, curves, span]);
  const episodes = episodesOf(found.transitions, rules);
  return (
    <>
      <Segmented
        label={t('thresholds:backTest.span')}
        value={days}
        options={spans.map((value) => ({ value, label: t(`common:preset.${preset[value]}`) }))}
        onChange={setDays}
      />
      {drawings.map((drawing) => (
        <OneDrawing
          key={drawing.key}
          drawing={drawing}
          span={span}
          find={find}
          values={curves.get(drawing.key) ?? empty}
          raised={episodes.map(({ from, to }) => ({ from: Date.parse(from), to: to === null ? toMs : Date.parse(to) }))}
          level={rules.level}
          onChange={(values) => setCurves(new Map([...curves, [drawing.key, values]]))}
        />
      ))}
      <p role="status">
        <b>{t('thresholds:backTest.alerts', { count: episodes.length, total: formatCount(episodes.length) })}</b>{' '}
        <span className="pl-2">
          {t('conditions:held', { span: formatSpan(found.spans.true / 1000, language) })}
          {found.spans.unknown > 0 &&
            ` · ${t('conditions:unknownFor', { span: formatSpan(found.spans.unknown / 1000, language) })}`}
        </span>
      </p>
      {episodes.length > 0 && <ConditionEpisodes episodes={episodes} rules={rules} find={find} />}
    </>
  );
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Alerts as those of a back-test. */
function episodesOf(transitions: readonly Transition[], rules: ConditionRules) {
  const terms = rules.groups.flatMap((group) => group.terms);
  return transitions.flatMap((transition, i) => {
    if (transition.kind !== 'raise') return [];
    const cleared = transitions[i + 1];
    return [
      {
        from: new Date(transition.at).toISOString(),
        to: cleared ? iso(cleared.at) : null,
        terms: transition.terms.map(({ truth, value, valueAt, sinceAt }, place) => ({
          truth,
          value: measuredBy(elementAt(terms, place), value),
          at: iso(valueAt),
          since: iso(sinceAt),
          found: null,
        })),
      },
    ];
  });
}

interface OneProps {
  readonly drawing: Drawing;
  readonly span: DrawnSpan;
  readonly find: FindField;
  readonly values: Values;
  readonly raised: readonly { readonly from: number; readonly to: number }[];
  readonly level: number;
  readonly onChange: (values: Values) => void;
}

function OneDrawing({ drawing, span, find, values, raised, level, onChange }: OneProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const known = find(drawing.pointId, drawing.field);
  const [range, setRange] = useState(() => drawnRange(drawing, values));
  const history = useHistory(drawing, span, (loaded) => {
    setRange(drawnRange(drawing, loaded));
    onChange(loaded);
  });
  const unit = drawnUnit(drawing, known?.unit ?? '');
  const what = drawing.isOwn
    ? t(`conditions:kinds.${drawing.term.kind}`)
    : known
      ? fieldWord(known.family as Parameters<typeof fieldWord>[0], drawing.field)
      : '';
  const length = span.toMs - span.startAt;
  const columnOf = (at: number): number => ((at - span.startAt) / length) * (drawnColumns - 1);
  const limits = drawnLimits(drawing);
  const name = `${known?.name ?? ''} ${what}`.trim();
  return (
    <div className="cd-drawing">
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <b>{name}</b>
        <Ends range={range} unit={unit} name={name} onChange={setRange} />
        {!drawing.isOwn && history.isAllowed && (
          <Button size="small" icon={<HistoryOutlined />} loading={history.isPending} onClick={() => history.load()}>
            {t('conditions:drawnHistory')}
          </Button>
        )}
        <Button size="small" disabled={values.every((each) => each === null)} onClick={() => onChange(empty)}>
          {t('conditions:drawnClear')}
        </Button>
      </div>
      <DrawnCurve
        values={values}
        low={range.low}
        high={range.high}
        limits={limits.map((value) => ({ value, level }))}
        spans={raised.map(({ from, to }) => ({ from: columnOf(from), to: columnOf(to), level }))}
        label={t('conditions:drawnCurve', { name })}
        words={(column) => {
          const value = values[column] ?? null;
          const at = formatTime(new Date(span.startAt + (column / (drawnColumns - 1)) * length), project.timeZone);
          return `${at}: ${value === null ? missing : `${formatNumber(value)} ${unit}`}`;
        }}
        onChange={onChange}
      />
    </div>
  );
}

/** From where to where it can be drawn. */
function Ends({
  range,
  unit,
  name,
  onChange,
}: {
  range: { low: number; high: number };
  unit: string;
  name: string;
  onChange: (range: { low: number; high: number }) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <InputNumber
        size="small"
        value={range.low}
        suffix={unit}
        aria-label={t('conditions:drawnFrom', { name })}
        onChange={(low) => low !== null && low < range.high && onChange({ ...range, low })}
      />
      <InputNumber
        size="small"
        value={range.high}
        suffix={unit}
        aria-label={t('conditions:drawnTo', { name })}
        onChange={(high) => high !== null && high > range.low && onChange({ ...range, high })}
      />
    </>
  );
}

/** What was measured over the span, at the columns of the drawing: the newest value before each. */
function useHistory(
  { pointId, field }: Drawing,
  { startAt, toMs }: DrawnSpan,
  onLoaded: (values: Values) => void,
): { isAllowed: boolean; isPending: boolean; load: () => void } {
  const toasts = useToasts();
  const isAllowed = useAllowed()(readings.query);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      read(readings.query, {
        ...{ pointIds: [pointId], fields: [field], quantity: 'value', width: 1_000 },
        from: new Date(startAt).toISOString(),
        to: new Date(toMs).toISOString(),
      }),
    onSuccess: ({ series: [series] }) => {
      const step = (toMs - startAt) / (drawnColumns - 1);
      onLoaded(
        empty.map((_, column) => {
          const at = startAt + column * step;
          const place = series ? series.times.findLastIndex((time) => time <= at && time > at - 4 * step) : -1;
          return place < 0 ? null : (series?.values[place] ?? null);
        }),
      );
    },
    onError: toasts.failed,
  });
  return { isAllowed, isPending, load: () => mutate() };
}

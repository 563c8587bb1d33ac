import type { ConditionRules } from '@plumbline/contract/alerts/conditions.terms';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { formatSpan } from '@plumbline/science/display/span';
import type { Transition } from '@plumbline/science/limits/condition';
import { measuredBy } from '@plumbline/science/limits/condition-rule';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CurveDrawing, type DrawnValues, nothingDrawn, type RaisedSpan } from '../../../charts/CurveDrawing.tsx';
import type { DrawnSpan } from '../../../charts/drawn-readings.ts';
import { Segmented } from '../../../design/Toolbar.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { ConditionEpisodes } from './ConditionEpisodes.tsx';
import { type Drawing, drawingRange, drawingsOf, drawnLimits, drawnUnit, evaluateDrawn } from './drawn-series.ts';
import type { PointRows } from './term-props.ts';
import type { FindField } from './term-words.ts';

const spans = [1, 7, 30] as const;
const preset = { 1: 'past1Day', 7: 'past7Days', 30: 'past30Days' } as const;

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
    <section aria-label={t('charts:drawn')}>
      <details className="cd-drawn" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('charts:drawn')}</summary>
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
  const [curves, setCurves] = useState<ReadonlyMap<string, DrawnValues>>(new Map());
  const drawings = drawingsOf(rules);
  const evaluated = useMemo(() => {
    const interval = (pointId: number): number => rows.find(({ id }) => id === pointId)?.intervalSeconds ?? 3600;
    return evaluateDrawn(rules, curves, span, interval);
  }, [rules, rows, curves, span]);
  const episodes = episodesOf(evaluated.transitions, rules);
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
          values={curves.get(drawing.key) ?? nothingDrawn}
          raised={episodes.map(({ from, to }) => ({
            from: Date.parse(from),
            to: to === null ? toMs : Date.parse(to),
            level: rules.level,
          }))}
          level={rules.level}
          onChange={(values) => setCurves(new Map([...curves, [drawing.key, values]]))}
        />
      ))}
      <p role="status">
        <b>{t('thresholds:backTest.alerts', { count: episodes.length, total: formatCount(episodes.length) })}</b>{' '}
        <span className="pl-2">
          {t('conditions:held', { span: formatSpan(evaluated.spans.true / 1000, language) })}
          {evaluated.spans.unknown > 0 &&
            ` · ${t('conditions:unknownFor', { span: formatSpan(evaluated.spans.unknown / 1000, language) })}`}
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
          inARow: null,
        })),
      },
    ];
  });
}

interface OneProps {
  readonly drawing: Drawing;
  readonly find: FindField;
  readonly level: number;
  readonly span: DrawnSpan;
  readonly values: DrawnValues;
  readonly raised: readonly RaisedSpan[];
  readonly onChange: (values: DrawnValues) => void;
}

function OneDrawing({ drawing, find, level, ...props }: OneProps) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { pointId, field, isOwn, term } = drawing;
  const fieldFacts = find(pointId, field);
  const what = isOwn
    ? t(`conditions:kinds.${term.kind}`)
    : fieldFacts
      ? fieldWord(fieldFacts.family as Parameters<typeof fieldWord>[0], field)
      : '';
  return (
    <CurveDrawing
      {...props}
      name={`${fieldFacts?.name ?? ''} ${what}`.trim()}
      unit={drawnUnit(drawing, fieldFacts?.unit ?? '')}
      source={isOwn ? null : { pointId, field }}
      range={drawingRange(drawing)}
      limits={drawnLimits(drawing).map((value) => ({ value, level }))}
    />
  );
}

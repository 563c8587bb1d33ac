import { dayMs } from '@plumbline/contract/kernel/durations';
import { fieldsOf } from '@plumbline/contract/points/families';
import { type Point, Threshold } from '@plumbline/contract/points/points';
import { type Backtest, backtest } from '@plumbline/science/limits/backtest';
import { thresholdRule, valueLimits } from '@plumbline/science/limits/threshold-rule';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CurveDrawing, type DrawnValues, nothingDrawn } from '../../../charts/CurveDrawing.tsx';
import { type DrawnSpan, drawnRange, readingsOn } from '../../../charts/drawn-readings.ts';
import { hasInitialValue, offsetOf } from '../../../charts/point-changes.ts';
import { LevelMark } from '../../../design/Level.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatCount, formatNumber, formatTime } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';

const spans = [7, 30] as const;

/** Limits tried on a curve that a person draws, by the judge of live readings. Nothing is saved. */
export function DrawnTest({ point, rules }: { point: Point; rules: readonly Threshold[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const complete = rules.filter((rule) => Threshold.safeParse(rule).success);
  return (
    <section aria-label={t('charts:drawn')} className="pt-section">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('charts:drawn')}</summary>
        <p className="pl-3 pl-sm">{t('thresholds:backTest.drawnWhy')}</p>
        {complete.length === 0 && <p className="pl-2">{t('thresholds:backTest.notYet')}</p>}
        {isOpen && complete.length > 0 && <Drawings point={point} rules={complete} />}
      </details>
    </section>
  );
}

function Drawings({ point, rules }: { point: Point; rules: readonly Threshold[] }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<(typeof spans)[number]>(7);
  const [toMs] = useState(() => Math.floor(Date.now() / 60_000) * 60_000);
  const span = useMemo(() => ({ startAt: toMs - days * dayMs, toMs }), [days, toMs]);
  return (
    <>
      <Segmented
        label={t('thresholds:backTest.span')}
        value={days}
        options={spans.map((value) => ({
          value,
          label: t(`common:preset.${value === 7 ? 'past7Days' : 'past30Days'}`),
        }))}
        onChange={setDays}
      />
      {[...Map.groupBy(rules, ({ field }) => field)].map(([field, fieldRules]) => (
        <OneField key={field} point={point} field={field} rules={fieldRules} span={span} />
      ))}
    </>
  );
}

interface FieldProps {
  readonly point: Point;
  readonly field: string;
  readonly rules: readonly Threshold[];
  readonly span: DrawnSpan;
}

function OneField({ point, field, rules, span }: FieldProps) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const [values, setValues] = useState<DrawnValues>(nothingDrawn);
  const fieldFacts = fieldsOf(point.family, point.nodeCount).find(({ key }) => key === field);
  const limits = rules.flatMap((rule) => valueLimits(rule));
  const tested = useMemo(() => {
    const series = readingsOn(values, span, point.intervalSeconds);
    // A magnitude that counts from a vector is drawn as its change.
    const initial = offsetOf(point, field) ?? (hasInitialValue(point, field) ? 0 : null);
    return rules.map((rule) =>
      backtest(thresholdRule(rule), series.times, series.values, { initial, intervalSeconds: point.intervalSeconds }),
    );
  }, [values, span, point, field, rules]);
  const raised = tested.flatMap(({ episodes }) =>
    episodes.map(({ from, to, level }) => ({ from, to: to ?? span.toMs, level })),
  );
  const total = tested.reduce((sum, each) => sum + each.raised.reduce((a, b) => a + b, 0), 0);
  return (
    <>
      <CurveDrawing
        name={fieldWord(point.family, field)}
        unit={fieldFacts?.unit ?? ''}
        source={{ pointId: point.id, field }}
        span={span}
        range={drawnRange(limits.map(({ value }) => value))}
        limits={limits}
        raised={raised}
        values={values}
        onChange={setValues}
      />
      <p role="status">
        <b>{t('thresholds:backTest.alerts', { count: total, total: formatCount(total) })}</b>
      </p>
      <Raised tested={tested} unit={fieldFacts?.unit ?? ''} />
    </>
  );
}

/** When each limit was reached, how far, and until when. */
function Raised({ tested, unit }: { tested: readonly Backtest[]; unit: string }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const episodes = tested.flatMap((each) => each.episodes).sort((a, b) => a.from - b.from);
  const at = (ms: number): string => formatTime(new Date(ms), project.timeZone);
  return (
    <ul className="pl-sm">
      {episodes.map(({ from, to, level, peak, measure }) => (
        <li key={`${from} ${measure}`}>
          <LevelMark level={level} size={14} label={false} /> {t(`common:level.${levelName(level)}`)}{' '}
          <span className="pl-num">
            {at(from)} – {to === null ? t('thresholds:backTest.still') : at(to)}, {formatNumber(peak)}{' '}
            {measure === 'rate' ? `${unit}/d` : unit}
          </span>
        </li>
      ))}
    </ul>
  );
}

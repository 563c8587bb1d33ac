import { ExperimentOutlined, WarningOutlined } from '@ant-design/icons';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { type Field, fieldsOf } from '@plumbline/contract/points/families';
import { type Point, Threshold } from '@plumbline/contract/points/points';
import { formatSpan } from '@plumbline/science/display/span';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sameValue } from '../../../design/form/judge.ts';
import { LevelMark } from '../../../design/Level.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatCount, formatNumber, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { read } from '../../../kernel/reads.ts';
import { BackTestCurve } from './BackTestCurve.tsx';

type Tested = Reply<typeof alerts.backTest>['rules'][number];
const max = 20;

/** How many alerts the limits, as they are written now, would have raised over the past, and when. Nothing is saved. */
export function BackTest({ point, rules }: { point: Point; rules: readonly Threshold[] }) {
  const { t } = useTranslation();
  const [days, setDays] = useState(30);
  const run = useTest(point, rules);
  const wrong = rules.length === 0 || rules.some((rule) => !Threshold.safeParse(rule).success);
  /** Results stand under the limits and the span that they are of, and under no others. */
  const stale = run.data && (run.data.span !== days || !sameValue(run.data.thresholds, rules.slice(0, max)));
  return (
    <section aria-label={t('thresholds:backTest.title')} className="pt-section">
      <h3>{t('thresholds:backTest.title')}</h3>
      <p className="pl-3 pl-sm">{t('thresholds:backTest.why')}</p>
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Segmented
          label={t('thresholds:backTest.span')}
          value={days}
          options={[30, 183, 365].map((value) => ({
            value,
            label: t(`common:preset.${value === 30 ? 'past30Days' : value === 183 ? 'pastHalfYear' : 'past1Year'}`),
          }))}
          onChange={setDays}
        />
        <Button
          icon={<ExperimentOutlined />}
          loading={run.isPending}
          disabled={wrong}
          title={wrong ? t('thresholds:backTest.notYet') : undefined}
          onClick={() => run.mutate(days)}
        >
          {t('thresholds:backTest.run')}
        </Button>
        {stale && <span className="pl-sm pl-2">{t('thresholds:backTest.stale')}</span>}
      </div>
      {run.error && (
        <p role="alert" className="pl-row pl-wrong">
          <WarningOutlined />
          {wordsOf(run.error, t).words}
        </p>
      )}
      {run.data?.answer.rules.map((tested, i) => {
        const rule = run.data.thresholds[i];
        return (
          rule &&
          !stale && (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers stand in the order of the rules
            <Result key={i} point={point} rule={rule} tested={tested} from={run.data.from} to={run.data.to} />
          )
        );
      })}
    </section>
  );
}

/** The first limits, as they are written when it begins, over so many days up to now. */
function useTest(point: Point, rules: readonly Threshold[]) {
  return useMutation({
    mutationFn: async (span: number) => {
      const to = Date.now();
      const from = to - span * dayMs;
      const thresholds = rules.slice(0, max);
      const answer = await read(alerts.backTest, {
        pointId: point.id,
        thresholds,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      });
      return { answer, thresholds, span, from, to };
    },
  });
}

function Result({
  point,
  rule,
  tested,
  from,
  to,
}: {
  point: Point;
  rule: Threshold;
  tested: Tested;
  from: number;
  to: number;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const fieldWord = useFieldWord();
  const field = fieldsOf(point.family, point.nodeCount).find(({ key }) => key === rule.field);
  const total = tested.raised.reduce((sum, count) => sum + count, 0);
  return (
    <div className="pt-tested">
      <h4>
        {fieldWord(point.family, rule.field)} · {t(`points:kind.${rule.kind}`)} ·{' '}
        {t(`thresholds:method.${rule.method}`)}
      </h4>
      <p role="status">
        <b>{t('thresholds:backTest.alerts', { count: total, total: formatCount(total) })}</b>{' '}
        <span className="pl-2">{t('thresholds:backTest.readings', { count: formatCount(tested.readings) })}</span>
      </p>
      <div className="pt-levels">
        {tested.raised.map((count, i) => (
          <span key={levelName(i + 1)} className="pl-lv">
            <LevelMark level={i + 1} size={14} label={false} />
            {t(`common:level.${levelName(i + 1)}`)} <b className="pl-num">{formatCount(count)}</b>
            <span className="pl-3 pl-sm">{formatSpan(tested.secondsAt[i + 1] ?? 0, language)}</span>
          </span>
        ))}
      </div>
      {tested.readings > 0 && (
        <BackTestCurve point={point} rule={rule} episodes={tested.episodes} from={from} to={to} />
      )}
      {tested.episodes.length > 0 && <Episodes episodes={tested.episodes} field={field} />}
      {tested.episodesTotal > tested.episodes.length && (
        <p className="pl-3 pl-sm">
          {t('thresholds:backTest.more', {
            shown: formatCount(tested.episodes.length),
            total: formatCount(tested.episodesTotal),
          })}
        </p>
      )}
    </div>
  );
}

/** Each time that a limit was reached: from when to when, how far, and how many alerts it made. */
function Episodes({ episodes, field }: { episodes: Tested['episodes']; field: Field | undefined }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const unitOf = (measure: string): string => (measure === 'rate' ? `${field?.unit}/d` : (field?.unit ?? ''));
  return (
    <div className="pt-scroll" style={{ maxHeight: 300, overflowY: 'auto' }}>
      <table className="pt-table">
        <thead>
          <tr>
            <th>{t('thresholds:backTest.level')}</th>
            <th>{t('thresholds:backTest.from')}</th>
            <th>{t('thresholds:backTest.to')}</th>
            <th className="n">{t('thresholds:backTest.peak')}</th>
            <th className="n">{t('thresholds:backTest.count')}</th>
          </tr>
        </thead>
        <tbody>
          {episodes.map((episode) => (
            <tr key={`${episode.from} ${episode.measure}`}>
              <td>
                <span className="pl-lv">
                  <LevelMark level={episode.level} size={14} label={false} />
                  {t(`common:level.${levelName(episode.level)}`)}
                </span>
              </td>
              <td className="pl-num">{formatTime(episode.from, project.timeZone)}</td>
              <td className="pl-num">
                {episode.to === null ? t('thresholds:backTest.still') : formatTime(episode.to, project.timeZone)}
              </td>
              <td className="n">
                {formatNumber(episode.peak, field?.precision)} {unitOf(episode.measure)}
              </td>
              <td className="n">{formatCount(episode.alerts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

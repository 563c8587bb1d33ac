import type { Waveform } from '@plumbline/contract/views/waveforms';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { Range } from '../../../charts/frame/range.ts';
import { wholeRange } from '../../../charts/kinds/spectrum/places.ts';
import { formatNumber, formatShare, missing } from '../../../kernel/format.ts';
import { LimitsFields } from './LimitsFields.tsx';
import { type LimitChoice, limitLinesOf } from './limit-lines.ts';
import { type LimitRow, limitRows, limitsContent } from './waveform-content.ts';

const limitsPx = 264;

/** Peak against frequency under the lines of a standard or a line of one's own, and the figures of each axis. */
export function LimitsPane({
  event,
  events,
  choice,
  onChoice,
}: {
  event: Waveform;
  events: readonly Waveform[];
  choice: LimitChoice;
  onChoice: (choice: LimitChoice) => void;
}) {
  const { t } = useTranslation();
  const lines = useMemo(() => limitLinesOf(choice), [choice]);
  const content = useMemo(() => {
    const named = lines.map((line) => ({ ...line, name: t(`waveforms:lines.${line.id}`) }));
    return limitsContent(events, event, named, t('waveforms:velocityName'));
  }, [event, events, lines, t]);
  const fullRange = useMemo(() => wholeRange(content), [content]);
  const [range, setRange] = useState<Range | null>(null);
  const rows = limitRows(event.governing, lines);
  const { axis, velocityMmS, velocityHz } = event.governing;
  return (
    <section className="wf-limits">
      <div className="wf-head">
        <h2 className="pl-sm pl-b">{t(`waveforms:limitsOf.${choice.standard}`)}</h2>
        <LimitsFields choice={choice} onChange={onChoice} />
      </div>
      <Chart kind="spectrum" content={content} range={range ?? fullRange} onRange={setRange} heightPx={limitsPx} />
      <p className="pl-sm pl-2 wf-note">
        {velocityHz === null
          ? t('waveforms:noFrequency')
          : t('waveforms:limitsWhy', {
              axis: axis.toUpperCase(),
              velocity: formatNumber(velocityMmS, 3),
              hz: formatNumber(velocityHz, 1),
            })}
      </p>
      {rows && <LimitTable rows={rows} />}
      <FigureTable event={event} />
    </section>
  );
}

function LimitTable({ rows }: { rows: readonly LimitRow[] }) {
  const { t } = useTranslation();
  return (
    <table className="wf-table">
      <thead>
        <tr>
          <th>{t('waveforms:line')}</th>
          <th className="num">
            {t('waveforms:limit')}, <span className="u">mm/s</span>
          </th>
          <th className="num">{t('waveforms:share')}</th>
          <th>{t('waveforms:verdict')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, limitMmS, share, isAbove }) => (
          <tr key={line}>
            <td>{t(`waveforms:lines.${line}`)}</td>
            <td className="num">{formatNumber(limitMmS, 2)}</td>
            <td className="num">{formatShare(share)}</td>
            <td className={isAbove ? 'pl-wrong pl-b' : ''}>{t(isAbove ? 'waveforms:above' : 'waveforms:within')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was counted of each axis when the waveform arrived. */
function FigureTable({ event: { axes, unit } }: { event: Waveform }) {
  const { t } = useTranslation();
  const number = (value: number | null, digits: number) => (value === null ? missing : formatNumber(value, digits));
  return (
    <table className="wf-table" aria-label={t('waveforms:figures')}>
      <thead>
        <tr>
          <th>{t('waveforms:axis')}</th>
          <th className="num">
            {t('waveforms:peak')}, <span className="u">{unit}</span>
          </th>
          <th className="num">
            {t('waveforms:rms')}, <span className="u">{unit}</span>
          </th>
          <th className="num">{t('waveforms:crest')}</th>
          <th className="num">
            {t('waveforms:velocityPeak')}, <span className="u">mm/s</span>
          </th>
          <th className="num">
            {t('waveforms:frequency')}, <span className="u">Hz</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {axes.map(({ axis, peak, rms, crest, velocityMmS, velocityHz }) => (
          <tr key={axis}>
            <td>{axis.toUpperCase()}</td>
            <td className="num">{number(peak, 3)}</td>
            <td className="num">{number(rms, 3)}</td>
            <td className="num">{number(crest, 1)}</td>
            <td className="num">{number(velocityMmS, 3)}</td>
            <td className="num">{number(velocityHz, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

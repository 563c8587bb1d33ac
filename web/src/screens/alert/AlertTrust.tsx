import { CheckOutlined, QuestionCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import { readings } from '@plumbline/contract/readings/readings';
import { waveforms } from '@plumbline/contract/views/waveforms';
import { agreementHours } from '@plumbline/science/limits/agreement';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatusWords } from '../../design/status-words.ts';
import { useAllowed } from '../../kernel/allowed.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';

export type Around = Reply<typeof alerts.surroundings>;
interface Statement {
  readonly key: string;
  readonly tone: 'good' | 'open' | 'bad';
  readonly words: string;
}

/** How sure it is: what tests say of the reading, whether the point still reports, whether the points beside it agree. */
export function AlertTrust({ alert, around, error }: { alert: Alert; around: Around | undefined; error: unknown }) {
  const { t } = useTranslation();
  const [quality, recorded] = [useQuality(alert), useRecorded(alert)];
  const statements = [...quality, ...recorded, ...useStates(alert, around)];
  return (
    <section aria-label={t('handling:sure.title')}>
      <h3>{t('handling:sure.title')}</h3>
      {error ? <p className="pl-2">{t('handling:sure.failed')}</p> : null}
      <ul className="ap-sure">
        {statements.map(({ key, tone, words }) => (
          <li key={key}>
            {signs[tone]}
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const signs: Readonly<Record<Statement['tone'], ReactNode>> = {
  good: <CheckOutlined aria-hidden />,
  open: <QuestionCircleOutlined aria-hidden />,
  bad: <WarningOutlined aria-hidden className="pl-wrong" />,
};

/** What tests and people say of the very reading. */
function useQuality(alert: Alert): readonly Statement[] {
  const { t } = useTranslation();
  const may = useAllowed()(readings.query) && alert.event === null;
  const at = Date.parse(alert.readingAt);
  const { data, isError } = useRead(
    readings.query,
    {
      pointIds: [alert.pointId],
      fields: [alert.field],
      quantity: 'value',
      from: new Date(at - minuteMs).toISOString(),
      to: new Date(at + minuteMs).toISOString(),
      width: 400,
    },
    { enabled: may },
  );
  if (alert.event !== null) return [];
  if (!may || isError) return [{ key: 'quality', tone: 'open', words: t('handling:sure.qualityUnknown') }];
  const series = data?.series[0];
  if (!data) return [];
  const flagged = series?.flagged.find((each) => each.at === at);
  if (flagged && (flagged.quality === 'fail' || flagged.quality === 'suspect'))
    return [
      {
        key: 'quality',
        tone: 'bad',
        words: t(`handling:sure.${flagged.quality === 'fail' ? 'failedReading' : 'suspect'}`),
      },
    ];
  const isThere = series?.times.includes(at) === true;
  return [
    isThere
      ? { key: 'quality', tone: 'good', words: t('handling:sure.passed') }
      : { key: 'quality', tone: 'open', words: t('handling:sure.readingGone') },
    ...(alert.late ? [{ key: 'late', tone: 'open', words: t('alerts:late') } as const] : []),
  ];
}

/** Of an event: whether its waveform is still there. */
function useRecorded(alert: Alert): readonly Statement[] {
  const { t } = useTranslation();
  const may = useAllowed()(waveforms.get) && alert.event !== null;
  const { data, error } = useRead(
    waveforms.get,
    { pointId: alert.pointId, waveformId: alert.event?.waveformId ?? 0 },
    { enabled: may },
  );
  if (alert.event === null) return [];
  const late = alert.late ? [{ key: 'late', tone: 'open', words: t('alerts:late') } as const] : [];
  if (data) return [{ key: 'event', tone: 'good', words: t('handling:sure.eventStored') }, ...late];
  const isGone = error instanceof Failure && error.name === 'notFound';
  return isGone ? [{ key: 'event', tone: 'open', words: t('handling:sure.eventGone') }, ...late] : late;
}

/** Returns whether its point reports now, and what the points beside it say. */
function useStates(alert: Alert, around: Around | undefined): readonly Statement[] {
  const { t } = useTranslation();
  const words = useStatusWords();
  if (!around) return [];
  const { status, neighbours } = around;
  const isReporting = status.state === 'reporting';
  const now: Statement = {
    key: 'now',
    tone: isReporting ? 'good' : 'bad',
    words: isReporting
      ? t('handling:sure.reports', { status: words(status).short })
      : t('handling:sure.silent', { status: words(status).full }),
  };
  const revised: readonly Statement[] =
    alert.revised === 'noLonger' ? [{ key: 'revised', tone: 'bad', words: t('alerts:revised.noLonger') }] : [];
  if (neighbours === null) return [now, ...revised];
  const { agreement, raised, otherwise, normal, silent } = neighbours;
  const beside: Statement = {
    key: 'beside',
    tone: agreement === 'agree' ? 'good' : 'open',
    words: [
      t(`handling:sure.${agreement}`, {
        raised,
        normal,
        silent,
        compared: raised + otherwise + normal,
        hours: agreementHours,
      }),
      otherwise > 0 ? t('handling:sure.otherwise', { count: otherwise }) : '',
    ]
      .filter(Boolean)
      .join(' '),
  };
  return [now, beside, ...revised];
}

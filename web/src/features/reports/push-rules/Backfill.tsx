import { dayMs } from '@plumbline/contract/kernel/durations';
import { type PushRule, pushLimits } from '@plumbline/contract/reports/push-rules';
import { pushSending } from '@plumbline/contract/reports/push-sending';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InstantPicker } from '../../../design/InstantPicker.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** Queues the readings of a period, by the clocks of the project: what was left out, where something was. */
export function Backfill({ rule }: { rule: PushRule }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: backfill, isPending } = useWrite(pushSending.backfill);
  const { lost } = rule;
  const [from, setFrom] = useState(lost ? Date.parse(lost.from) : null);
  // What was measured at the end is part of it, whose end is not.
  const [to, setTo] = useState(lost ? Date.parse(lost.to) + 60_000 : null);
  const isLong = from !== null && to !== null && to - from > pushLimits.backfillDays * dayMs;
  const send = () =>
    from !== null &&
    to !== null &&
    void backfill({
      projectId: project.id,
      pushRuleId: rule.id,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    }).then(() => toasts.done(t('dataPush:backfillStarted')), toasts.failed);
  return (
    <div className="push-bar">
      <InstantPicker
        at={from}
        zone={project.timeZone}
        label={t('dataPush:from')}
        placeholder={t('dataPush:from')}
        onChange={setFrom}
      />
      <InstantPicker
        at={to}
        zone={project.timeZone}
        label={t('dataPush:to')}
        placeholder={t('dataPush:to')}
        onChange={setTo}
      />
      <Button
        size="small"
        loading={isPending}
        disabled={from === null || to === null || from >= to || isLong}
        onClick={send}
      >
        {t('dataPush:backfill')}
      </Button>
      {from !== null && to !== null && from >= to && <span className="pl-sm">{t('dataPush:backfillOrder')}</span>}
      {isLong && <span className="pl-sm">{t('dataPush:backfillLong', { count: pushLimits.backfillDays })}</span>}
    </div>
  );
}

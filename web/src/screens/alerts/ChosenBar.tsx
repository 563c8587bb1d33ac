import { CloseOutlined } from '@ant-design/icons';
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { Button } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { type Verdict, VerdictForm } from '../../features/alerts/handling/handling.parts.tsx';
import { useWrite } from '../../kernel/writes.ts';

/** One verdict for the alerts that are chosen in the list. Those that somebody settled meanwhile stay as they are, and are counted. */
export function ChosenBar({
  chosen,
  armed,
  onArm,
  onClear,
}: {
  chosen: readonly Alert[];
  armed: Verdict | null;
  onArm: (verdict: Verdict | null) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { mutate, isPending } = useWrite(alerts.setStatuses, {
    onSuccess: ({ set, left }, { status }) => {
      const words = t('alerts:chosen.done', { count: set.length, status: t(`common:alertStatus.${status}`) });
      const others = left.length > 0 ? ` ${t('alerts:chosen.left', { count: left.length })}` : '';
      toasts.done(words + others);
      onClear();
    },
    onError: toasts.failed,
    onSettled: () => onArm(null),
  });
  const give = useCallback(
    (status: Verdict, reason: string) => mutate({ alertIds: chosen.map(({ id }) => id), status, reason }),
    [mutate, chosen],
  );
  return (
    <section className="al-verdict al-chosen" aria-label={t('alerts:chosen.title')}>
      <div className="pl-row">
        <b className="pl-b">{t('alerts:chosen.count', { count: chosen.length })}</b>
        <span className="pl-gap" />
        <Button type="text" size="small" icon={<CloseOutlined />} onClick={onClear}>
          {t('alerts:chosen.clear')}
        </Button>
      </div>
      <VerdictForm
        armed={armed}
        onArm={onArm}
        canNotice={chosen.some(({ status }) => status === 'Pending')}
        isGiving={isPending}
        onGive={give}
      />
    </section>
  );
}

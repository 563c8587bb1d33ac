import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { PushRule } from '@plumbline/contract/reports/push-rules';
import { pushSending } from '@plumbline/contract/reports/push-sending';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

type Refusal = OutputOf<(typeof pushSending)['logs']['reply']>['refusals'][number];

/** Lists the messages that a receiver refused, each with its reason, to be sent again one by one or all. */
export function Refusals({
  rule,
  refusals,
  mayChange,
}: {
  rule: PushRule;
  refusals: readonly Refusal[];
  mayChange: boolean;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: replay, isPending } = useWrite(pushSending.replay);
  const again = (refusalId?: number) =>
    void replay({ projectId: project.id, pushRuleId: rule.id, ...(refusalId !== undefined && { refusalId }) }).then(
      () => toasts.done(t('dataPush:replayed')),
      toasts.failed,
    );
  return (
    <section className="push-refusals">
      <div className="push-bar">
        <h2>{t('dataPush:refused', { count: refusals.length })}</h2>
        {mayChange && (
          <Button size="small" disabled={isPending} onClick={() => again()}>
            {t('dataPush:replay')}
          </Button>
        )}
      </div>
      <ul>
        {refusals.map(({ id, at, items, fault, detail }) => (
          <li key={id}>
            <span className="pl-num">{formatTime(at, project.timeZone)}</span>
            <span>
              {t('dataPush:refusedItems', { count: items })} · {t(`dataPush:faults.${fault}`)}
              <span className="pl-3"> {detail}</span>
            </span>
            {mayChange && (
              <Button size="small" type="text" disabled={isPending} onClick={() => again(id)}>
                {t('dataPush:replayOne')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { PushRule } from '@plumbline/contract/reports/push-rules';
import { pushSending } from '@plumbline/contract/reports/push-sending';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { MessageText } from '../push-formats/MessageText.parts.tsx';

type Tried = OutputOf<(typeof pushSending)['test']['reply']>;

/** Sends the newest reading, and shows what was sent beside what came back. */
export function RuleTest({ rule, onClose }: { rule: PushRule; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run: testRule, isPending } = useWrite(pushSending.test);
  const [tried, setTried] = useState<Tried | null>(null);
  const { request } = tried ?? {};
  return (
    <Modal open title={t('dataPush:testOf', { name: rule.name })} width={860} footer={null} onCancel={onClose}>
      <Button
        type="primary"
        loading={isPending}
        onClick={() => void testRule({ projectId, pushRuleId: rule.id }).then(setTried, toasts.failed)}
      >
        {t('dataPush:testNow')}
      </Button>
      {tried && !request && <p>{tried.fault ? t(`dataPush:faults.${tried.fault}`) : t('dataPush:noReading')}</p>}
      {tried && request && (
        <div className="push-sides">
          <section>
            <h2>{t('dataPush:request')}</h2>
            <MessageText
              label={t('dataPush:request')}
              text={[
                `${request.method} ${request.url}`,
                ...request.headers.map(([name, value]) => `${name}: ${value}`),
                '',
                request.body,
              ].join('\n')}
            />
          </section>
          <section>
            <h2>{t('dataPush:answer')}</h2>
            <MessageText
              label={t('dataPush:answer')}
              text={[
                tried.fault && t(`dataPush:faults.${tried.fault}`),
                `${tried.status === null ? '' : `HTTP ${tried.status}, `}${tried.ms} ms`,
                tried.answer,
              ]
                .filter(Boolean)
                .join('\n')}
            />
          </section>
        </div>
      )}
    </Modal>
  );
}

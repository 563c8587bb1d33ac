import { wechat } from '@plumbline/contract/people/wechat';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { Facts, Pane } from '../../../design/Pane.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** By whom of WeChat the caller can sign in; nothing while nobody is bound. */
export function WechatPane() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { data } = useRead(wechat.get, {});
  const { run: unbind } = useWrite(wechat.unbind);
  const [isLeaving, setLeaving] = useState(false);
  if (!data || data.since === null) return null;
  return (
    <Pane title={t('wechat:title')}>
      <div style={{ maxWidth: 360, marginBottom: 12 }}>
        <Facts
          facts={[
            [t('wechat:nickname'), data.nickname ?? ''],
            [t('wechat:since'), formatTime(data.since)],
          ]}
        />
      </div>
      <Button danger onClick={() => setLeaving(true)}>
        {t('wechat:unbind')}
      </Button>
      <ConfirmDestructive
        open={isLeaving}
        title={t('wechat:unbindTitle')}
        lost={t('wechat:unbindLost')}
        action={t('wechat:unbind')}
        onConfirm={async () => {
          await unbind({});
          toasts.done(t('wechat:unbound'));
        }}
        onClose={() => setLeaving(false)}
      />
    </Pane>
  );
}

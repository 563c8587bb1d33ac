import { EyeOutlined } from '@ant-design/icons';
import { seeAs } from '@plumbline/contract/people/see-as';
import type { User } from '@plumbline/contract/people/users';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { beginSeeAs } from './see-as.queries.ts';

/** Leads into what somebody sees, after saying what that means. */
export function SeeAsButton({ user }: { user: User }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    setBusy(true);
    try {
      await beginSeeAs(user.id);
    } catch (error) {
      setBusy(false);
      toasts.failed(error);
    }
  };
  return (
    <Allowed to={seeAs.begin}>
      <Button icon={<EyeOutlined />} disabled={user.disabled} onClick={() => setAsking(true)}>
        {t('seeAs:begin')}
      </Button>
      <Modal
        open={asking}
        width={440}
        title={t('seeAs:title', { name: user.displayName })}
        okText={t('seeAs:begin')}
        cancelText={t('common:cancel')}
        confirmLoading={busy}
        onOk={() => void begin()}
        onCancel={() => setAsking(false)}
      >
        <p className="pl-2">{t('seeAs:means')}</p>
      </Modal>
    </Allowed>
  );
}

import { type User, users } from '@plumbline/contract/users';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { SchemaForm } from '../../design/SchemaForm.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { orInWords } from './account-failure.ts';
import { NewPassword } from './NewPassword.tsx';

/** Gives somebody a new password; whatever they are signed in with ends. */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setPassword } = useWrite(users.setPassword);
  const save = async (input: never): Promise<void> => {
    await orInWords(t, setPassword(input));
    toasts.done(t('people:passwordSet', { name: user.displayName }));
    onClose();
  };
  return (
    <Modal
      open
      title={t('people:setPasswordOf', { name: user.displayName })}
      footer={null}
      onCancel={onClose}
      width={460}
      destroyOnHidden
    >
      <p className="pl-2" style={{ marginBottom: 16 }}>
        {t('people:setPasswordMeans')}
      </p>
      <SchemaForm
        schema={users.setPassword.input}
        fixed={{ userId: user.id }}
        onSubmit={save}
        foot={(busy) => (
          <div className="pl-row" style={{ justifyContent: 'flex-end' }}>
            <Button type="text" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="primary" htmlType="submit" loading={busy}>
              {t('people:setPassword')}
            </Button>
          </div>
        )}
      >
        <NewPassword />
      </SchemaForm>
    </Modal>
  );
}

import { type User, users } from '@plumbline/contract/people/users';
import { useTranslation } from 'react-i18next';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
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
    <SchemaDialog
      title={t('people:setPasswordOf', { name: user.displayName })}
      means={t('people:setPasswordMeans')}
      word={t('people:setPassword')}
      widthPx={460}
      onClose={onClose}
      schema={users.setPassword.input}
      fixed={{ userId: user.id }}
      onSubmit={save}
    >
      <NewPassword />
    </SchemaDialog>
  );
}

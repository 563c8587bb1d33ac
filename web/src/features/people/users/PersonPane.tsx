import { users } from '@plumbline/contract/people/users';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Facts, Pane } from '../../../design/Pane.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatDay } from '../../../kernel/format.ts';
import * as session from '../../../kernel/session.ts';
import { useSession } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { Picture } from './Picture.tsx';

/** Name and account. */
export function PersonPane() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: updateProfile } = useWrite(users.updateProfile);
  const { user, corporation } = useSession();
  const save = async (input: never): Promise<void> => {
    const { user: saved } = await updateProfile(input);
    session.changeUser(saved);
    toasts.done(t('common:saved'));
  };
  return (
    <Pane title={t('users:profile.person')}>
      <Picture />
      <SchemaForm
        schema={users.updateProfile.input}
        initial={{ displayName: user.displayName }}
        onSubmit={save}
        foot={(busy) => (
          <Button htmlType="submit" loading={busy}>
            {t('common:save')}
          </Button>
        )}
      >
        <Field name="displayName" label={t('users:profile.displayName')}>
          <Input maxLength={32} autoComplete="name" />
        </Field>
      </SchemaForm>
      <div style={{ marginTop: 20, maxWidth: 360 }}>
        <Facts
          facts={[
            [t('users:profile.username'), user.name],
            [t('users:profile.type'), t(`users:type.${user.type}`)],
            ...(corporation ? ([[t('corporations:tab'), corporation.title]] as const) : []),
            [t('users:profile.since'), formatDay(user.createdAt)],
          ]}
        />
      </div>
    </Pane>
  );
}

import type { Schema } from '@plumbline/contract/kernel/route';
import { users } from '@plumbline/contract/people/users';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordRules } from '../../../design/form/PasswordRules.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** The password is changed by who knows the present one; the rules tick off while one types. */
export function PasswordPane({ schema }: { schema: Schema }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: changePassword } = useWrite(users.changePassword);
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [round, setRound] = useState(0);
  const [differ, setDiffer] = useState(false);
  const password = String(values.password ?? '');
  const again = String(values.again ?? '');
  const save = async (input: never): Promise<void> => {
    if (again !== password) {
      setDiffer(true);
      return;
    }
    await changePassword(input);
    toasts.done(t('users:password.changed'));
    setValues({});
    setRound(round + 1);
  };
  return (
    <Pane title={t('users:password.title')}>
      <SchemaForm
        key={round}
        schema={schema}
        errorField={{ wrongPassword: 'current' }}
        onChange={(typed) => {
          setValues(typed);
          setDiffer(false);
        }}
        onSubmit={save}
        foot={(busy) => (
          <Button htmlType="submit" loading={busy}>
            {t('users:password.change')}
          </Button>
        )}
      >
        <Field name="current" label={t('users:password.current')}>
          <Input.Password autoComplete="current-password" maxLength={64} />
        </Field>
        <Field name="password" label={t('users:password.new')} help={<PasswordRules value={password} />}>
          <Input.Password autoComplete="new-password" maxLength={16} />
        </Field>
        <Form.Item
          name="again"
          label={t('users:password.again')}
          {...(differ || (again !== '' && !password.startsWith(again))
            ? { validateStatus: 'error' as const, help: t('forms:issue.passwordsDiffer') }
            : {})}
        >
          <Input.Password autoComplete="new-password" maxLength={16} />
        </Form.Item>
      </SchemaForm>
    </Pane>
  );
}

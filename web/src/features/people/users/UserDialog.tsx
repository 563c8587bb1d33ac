import { type User, users } from '@plumbline/contract/people/users';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { orInWords } from './account-failure.ts';
import { NewPassword } from './NewPassword.tsx';

const types = users.create.input.shape.type.options;

/** The types that may be given, each with what it means. */
export function useTypeOptions() {
  const { t } = useTranslation();
  return types.map((type) => ({
    value: type,
    label: t(`users:type.${type}`),
    means: t(`people:means.${type}`),
  }));
}

/** Opens an account. Its password is passed on by hand and changed by its owner. */
export function UserDialog({
  corporationId,
  onClose,
  onDone,
}: {
  corporationId: number;
  onClose: () => void;
  onDone: (user: User) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: createUser } = useWrite(users.create);
  const options = useTypeOptions();
  const create = async (input: never): Promise<void> => {
    const { user } = await orInWords(t, createUser(input));
    toasts.done(t('people:created', { name: user.displayName }));
    onClose();
    onDone(user);
  };
  return (
    <SchemaDialog
      title={t('people:new')}
      word={t('common:create')}
      widthPx={460}
      onClose={onClose}
      schema={users.create.input}
      fixed={{ corporationId }}
      initial={{ type: 'Normal' }}
      onSubmit={create}
    >
      <Field name="name" label={t('people:username')} help={t('people:usernameHelp')}>
        <Input autoFocus maxLength={32} autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="displayName" label={t('people:displayName')}>
        <Input maxLength={32} autoComplete="off" />
      </Field>
      <Field name="type" label={t('people:type')}>
        <Select options={options} optionRender={({ data }) => <TypeOption {...data} />} />
      </Field>
      <NewPassword />
    </SchemaDialog>
  );
}

export const TypeOption = ({ label, means }: { label: string; means: string }) => (
  <div>
    <div>{label}</div>
    <div className="pl-sm pl-3" style={{ whiteSpace: 'normal' }}>
      {means}
    </div>
  </div>
);

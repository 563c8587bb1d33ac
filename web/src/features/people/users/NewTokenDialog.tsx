import { type Permission, projectPermissions } from '@plumbline/contract/kernel/permissions';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { users } from '@plumbline/contract/people/users';
import { Form, Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../../app/shell/projects.queries.ts';
import { SendFoot } from '../../../design/SchemaDialog.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useSession } from '../../../kernel/session.ts';
import { wordKey } from '../../../kernel/words.ts';
import { useWrite } from '../../../kernel/writes.ts';

type May = 'read' | 'some' | 'all';

/** Makes a token: what it is for, how long it is good, and what it may do of what its owner may. Reading alone unless more is chosen. */
export function NewTokenDialog({
  open,
  onClose,
  onMade,
}: {
  open: boolean;
  onClose: () => void;
  onMade: (token: string) => void;
}) {
  const { t } = useTranslation();
  const { run: createToken } = useWrite(users.createToken);
  const scope = useScope();
  return (
    <Modal open={open} title={t('users:tokens.new')} footer={null} onCancel={onClose} width={440} destroyOnHidden>
      <SchemaForm
        schema={users.createToken.input}
        initial={{ expiresInDays: 90 }}
        onSubmit={async (input) =>
          onMade(
            (await createToken({ ...(input as InputOf<typeof users.createToken.input>), scope: scope.value })).token,
          )
        }
        foot={(busy) => <SendFoot word={t('common:create')} busy={busy || !scope.isWhole} onCancel={onClose} />}
      >
        <Field name="name" label={t('users:tokens.name')}>
          <Input autoFocus maxLength={32} />
        </Field>
        <Field name="expiresInDays" label={t('users:tokens.days')}>
          <InputNumber min={1} max={366} precision={0} style={{ width: '100%' }} />
        </Field>
        <ScopeChoice scope={scope} />
      </SchemaForm>
    </Modal>
  );
}

/** What was chosen, as the call takes it. Accounts above the corporations have tokens without a scope alone. */
function useScope() {
  const { user } = useSession();
  const allowed = useAllowed();
  const canLimit = user.type !== 'System';
  const grantable = projectPermissions.filter((permission) => allowed(permission));
  const [may, setMay] = useState<May>(canLimit ? 'read' : 'all');
  const [some, setSome] = useState<readonly Permission[]>([]);
  const [projectIds, setProjectIds] = useState<readonly number[]>([]);
  const permissions = may === 'read' ? grantable.filter((permission) => permission.startsWith('Retrieve:')) : [...some];
  return {
    canLimit,
    grantable,
    may,
    setMay,
    some,
    setSome,
    projectIds,
    setProjectIds,
    isWhole: may === 'all' || permissions.length > 0,
    value: may === 'all' ? null : { permissions, projectIds: projectIds.length > 0 ? [...projectIds] : null },
  };
}

function ScopeChoice({ scope }: { scope: ReturnType<typeof useScope> }) {
  const { t } = useTranslation();
  const projects = useProjects();
  const wordOf = (permission: Permission): string => {
    const [action = '', of = ''] = permission.split(':');
    return `${t(wordKey(`roles:scope.${of}`))}: ${t(wordKey(`roles:action.${action}`))}`;
  };
  if (!scope.canLimit) return null;
  return (
    <>
      <Form.Item label={t('users:tokens.may.word')}>
        <Select<May>
          aria-label={t('users:tokens.may.word')}
          value={scope.may}
          onChange={scope.setMay}
          options={(['read', 'some', 'all'] as const).map((value) => ({
            value,
            label: t(`users:tokens.may.${value === 'some' ? 'choose' : value}`),
          }))}
        />
      </Form.Item>
      {scope.may === 'some' && (
        <Form.Item label={t('users:tokens.may.permissions')}>
          <Select<Permission[]>
            mode="multiple"
            aria-label={t('users:tokens.may.permissions')}
            value={[...scope.some]}
            onChange={scope.setSome}
            options={scope.grantable.map((value) => ({ value, label: wordOf(value) }))}
            optionFilterProp="label"
          />
        </Form.Item>
      )}
      {scope.may !== 'all' && (
        <Form.Item label={t('users:tokens.may.where')}>
          <Select<number[]>
            mode="multiple"
            aria-label={t('users:tokens.may.where')}
            placeholder={t('users:tokens.may.everyProject')}
            value={[...scope.projectIds]}
            onChange={scope.setProjectIds}
            options={(projects.data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            optionFilterProp="label"
          />
        </Form.Item>
      )}
      <div className="pl-sm pl-3" style={{ marginBottom: 16 }}>
        {t(scope.may === 'all' ? 'users:tokens.may.allMeans' : 'users:tokens.may.means')}
      </div>
    </>
  );
}

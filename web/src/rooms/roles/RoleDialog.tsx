import { type Role, roles } from '@plumbline/contract/roles';
import { Button, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, SchemaForm } from '../../design/SchemaForm.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { call } from '../../kernel/call.ts';
import { forget } from '../../kernel/queries.ts';
import { roleName } from './role-words.ts';

const schema = roles.create.input.pick({ name: true });

/** Makes a custom role, beginning with what another one holds, or renames one. */
export function RoleDialog({
  corporationId,
  all,
  role,
  onClose,
  onDone,
}: {
  corporationId: number;
  all: readonly Role[];
  /** The role to rename; without it one is made. */
  role?: Role;
  onClose: () => void;
  onDone: (role: Role) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [like, setLike] = useState((all.find((each) => each.type === 'Guest') ?? all[0])?.id);
  const save = async ({ name }: { name: string }): Promise<void> => {
    const permissions = all.find((each) => each.id === like)?.permissions ?? [];
    const { role: saved } = role
      ? await call(roles.update, { roleId: role.id, name })
      : await call(roles.create, { corporationId, name, permissions });
    await forget(roles.list);
    toasts.done(t('common:saved'));
    onClose();
    onDone(saved);
  };
  return (
    <Modal
      open
      title={role ? t('roles:rename') : t('roles:new')}
      footer={null}
      onCancel={onClose}
      width={420}
      destroyOnHidden
    >
      <SchemaForm
        schema={schema}
        initial={role ? { name: role.name } : {}}
        onSubmit={save}
        foot={(busy) => (
          <div className="pl-row" style={{ justifyContent: 'flex-end' }}>
            <Button type="text" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="primary" htmlType="submit" loading={busy}>
              {role ? t('common:save') : t('common:create')}
            </Button>
          </div>
        )}
      >
        <Field name="name" label={t('roles:name')}>
          <Input autoFocus maxLength={32} />
        </Field>
        {!role && (
          <Form.Item label={t('roles:like')} extra={t('roles:likeHelp')}>
            <Select
              aria-label={t('roles:like')}
              value={like}
              options={all.map((each) => ({ value: each.id, label: roleName(each, t) }))}
              onChange={setLike}
            />
          </Form.Item>
        )}
      </SchemaForm>
    </Modal>
  );
}

import type { OutputOf } from '@plumbline/contract/kernel/route';
import { roles } from '@plumbline/contract/people/roles';
import { type UserGroup, userGroups } from '@plumbline/contract/people/user-groups';
import { users } from '@plumbline/contract/people/users';
import { Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SendFoot } from '../../../design/SchemaDialog.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { roleName } from '../roles/role-words.parts.ts';

const schema = userGroups.create.input.pick({ name: true, roleIds: true, userIds: true });
type Typed = OutputOf<typeof schema>;
type GroupUser = Pick<Reply<typeof userGroups.get>['users'][number], 'userId' | 'name' | 'displayName'>;

/** Makes a user group, or changes one: its name, its roles, its people. */
export function UserGroupDialog({
  corporationId,
  group,
  onClose,
}: {
  corporationId: number;
  group: UserGroup | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={group ? t('people:groups.edit', { name: group.name }) : t('people:groups.new')}
      footer={null}
      onCancel={onClose}
      width={520}
      destroyOnHidden
    >
      {group ? (
        <Stored userGroupId={group.id} corporationId={corporationId} onClose={onClose} />
      ) : (
        <GroupForm corporationId={corporationId} stored={null} onClose={onClose} />
      )}
    </Modal>
  );
}

/** Its people are not in the list. */
function Stored({ userGroupId, ...props }: { userGroupId: number; corporationId: number; onClose: () => void }) {
  const query = useRead(userGroups.get, { userGroupId });
  return (
    <Answer query={query} loading={<SkeletonRows rows={4} />}>
      {(stored) => <GroupForm {...props} stored={stored} />}
    </Answer>
  );
}

function GroupForm({
  corporationId,
  stored,
  onClose,
}: {
  corporationId: number;
  stored: Reply<typeof userGroups.get> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const roleList = useRead(roles.list, { corporationId });
  const { run: createGroup } = useWrite(userGroups.create);
  const { run: updateGroup } = useWrite(userGroups.update);
  const save = async (typed: Typed, precondition: { readonly over: unknown }): Promise<void> => {
    if (stored) await updateGroup({ userGroupId: stored.userGroup.id, ...typed }, precondition);
    else await createGroup({ corporationId, ...typed });
    toasts.done(t('common:saved'));
    onClose();
  };
  const options = (roleList.data?.roles ?? [])
    .filter(({ type }) => type !== 'Owner')
    .map((role) => ({ value: role.id, label: roleName(role, t) }));
  return (
    <SchemaForm
      schema={schema}
      {...(stored && { record: stored.userGroup })}
      initial={{
        name: stored?.userGroup.name ?? '',
        roleIds: stored?.userGroup.roles.map(({ roleId }) => roleId) ?? [],
        userIds: stored?.users.map(({ userId }) => userId) ?? [],
      }}
      errorField={{ nameTaken: 'name' }}
      onSubmit={save}
      foot={(busy) => <SendFoot word={stored ? t('common:save') : t('common:create')} busy={busy} onCancel={onClose} />}
    >
      <Field name="name" label={t('people:groups.name')}>
        <Input autoFocus maxLength={32} />
      </Field>
      <Field name="roleIds" label={t('people:groups.roles')} help={t('people:groups.rolesHelp')}>
        <Select
          mode="multiple"
          loading={roleList.isPending}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Field>
      <Field name="userIds" label={t('people:groups.users')} help={t('people:groups.usersHelp')}>
        <UserSelect corporationId={corporationId} chosen={stored?.users ?? []} />
      </Field>
    </SchemaForm>
  );
}

const labelOf = ({ displayName, name }: GroupUser): string => `${displayName} (${name})`;

/** Users of the corporation, found by name. `given` is the field's. */
function UserSelect({ corporationId, chosen, ...props }: { corporationId: number; chosen: readonly GroupUser[] }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [labels, setLabels] = useState(() => new Map(chosen.map((user) => [user.userId, labelOf(user)])));
  const keyword = useSettled(typed.trim());
  const query = useRead(users.list, { corporationId, pageSize: 50, ...(keyword === '' ? {} : { keyword }) });
  const userOptions = (query.data?.users ?? []).map((user) => ({
    value: user.id,
    label: labelOf({ userId: user.id, ...user }),
  }));
  const { value = [] } = props as { value?: number[] };
  // Whoever is chosen keeps their name, also while others are searched for.
  const others = value
    .filter((id) => !userOptions.some((option) => option.value === id))
    .map((id) => ({ value: id, label: labels.get(id) ?? String(id) }));
  return (
    <Select
      {...props}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={query.isFetching}
      placeholder={t('people:find')}
      notFoundContent={<span className="pl-3">{query.isPending ? ' ' : t('people:noneFound')}</span>}
      onSelect={(id: number) => {
        const label = userOptions.find((option) => option.value === id)?.label;
        if (label) setLabels((labels) => new Map(labels).set(id, label));
      }}
      options={[...userOptions, ...others]}
    />
  );
}

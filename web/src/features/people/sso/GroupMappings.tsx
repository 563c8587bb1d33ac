import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { GroupMapping } from '@plumbline/contract/people/sso';
import { userGroups } from '@plumbline/contract/people/user-groups';
import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../kernel/reads.ts';

const manager = 'Manager';

/** Edits the meaning of groups of the provider: one row each. */
export function GroupMappings({
  corporationId,
  value = [],
  onChange,
}: {
  corporationId: number;
  value?: readonly GroupMapping[];
  onChange?: (value: readonly GroupMapping[]) => void;
}) {
  const { t } = useTranslation();
  const { data } = useRead(userGroups.list, { corporationId, pageSize: 200 });
  const change = (at: number, part: Partial<GroupMapping>): void =>
    onChange?.(value.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return (
    <div>
      {value.map((each, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are typed
        <div key={i} className="pl-row" style={{ marginBottom: 8 }}>
          <Input
            aria-label={t('sso:groups.group')}
            placeholder={t('sso:groups.group')}
            value={each.group}
            maxLength={200}
            onChange={({ target }) => change(i, { group: target.value })}
          />
          <Select<string>
            aria-label={t('sso:groups.standsFor')}
            style={{ minWidth: 160, flex: '0 1 240px' }}
            placeholder={t('sso:groups.standsFor')}
            {...((each.type ?? each.userGroupId) !== null && { value: String(each.type ?? each.userGroupId) })}
            onChange={(chosen) =>
              change(
                i,
                chosen === manager ? { type: manager, userGroupId: null } : { type: null, userGroupId: Number(chosen) },
              )
            }
            options={[
              { value: manager, label: t('users:type.Manager') },
              ...(data?.userGroups ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`${t('sso:groups.remove')}: ${each.group}`}
            onClick={() => onChange?.(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        onClick={() => onChange?.([...value, { group: '', userGroupId: null, type: null }])}
      >
        {t('sso:groups.add')}
      </Button>
    </div>
  );
}

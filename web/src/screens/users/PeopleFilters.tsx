import { DownloadOutlined } from '@ant-design/icons';
import { roles } from '@plumbline/contract/people/roles';
import { dormantDays } from '@plumbline/contract/site/projects.people';
import { Button, Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettledSearch } from '../../design/SettledSearch.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { Toolbar } from '../../design/Toolbar.tsx';
import { roleName } from '../../features/people/roles/role-words.parts.ts';
import { formatCount } from '../../kernel/format.ts';
import { useRead } from '../../kernel/reads.ts';
import { type PeopleFilter, roleValue, savePeople } from './people-list.ts';

/** Fields that narrow the list of accounts, how many there are, and the same as a file. */
export function PeopleFilters({ filter, total }: { filter: PeopleFilter; total: number | undefined }) {
  const { t } = useTranslation();
  const { shown, change } = filter;
  return (
    <Toolbar label={t('people:tab')}>
      <SettledSearch widthPx={220} label={t('people:find')} value={shown.keyword} onSettled={(q) => change({ q })} />
      <RoleFilter filter={filter} />
      <Select
        style={{ width: 130 }}
        aria-label={t('people:status')}
        value={shown.state}
        options={[
          { value: '', label: t('people:list.allStates') },
          { value: 'enabled', label: t('people:enabled') },
          { value: 'disabled', label: t('people:disabled') },
        ]}
        onChange={(state) => change({ state })}
      />
      <Select
        style={{ width: 160 }}
        aria-label={t('people:list.secondFactor')}
        value={shown.factor}
        options={[
          { value: '', label: t('people:list.allFactors') },
          ...(['none', 'totp', 'passkey'] as const).map((value) => ({
            value: value as string,
            label: t(`people:list.factor.${value}`),
          })),
        ]}
        onChange={(factor) => change({ factor })}
      />
      <Checkbox checked={shown.unused} onChange={({ target }) => change({ unused: target.checked ? '1' : null })}>
        {t('people:list.unused', { count: dormantDays })}
      </Checkbox>
      <span className="pl-gap" />
      {total !== undefined && (
        <span className="pl-count">{t('people:count', { count: total, shown: formatCount(total) })}</span>
      )}
      <SaveButton filter={filter} isEmpty={total === 0} />
    </Toolbar>
  );
}

/** By account type, or by a role that somebody has in a project. */
function RoleFilter({ filter: { shown, change, input } }: { filter: PeopleFilter }) {
  const { t } = useTranslation();
  const { data } = useRead(roles.list, { corporationId: input.corporationId });
  return (
    <Select
      style={{ width: 160 }}
      popupMatchSelectWidth={false}
      aria-label={t('people:list.role')}
      value={shown.role}
      options={[
        { value: '', label: t('people:list.allRoles') },
        {
          label: t('people:type'),
          options: (['Admin', 'Manager', 'Normal'] as const).map((value) => ({
            value: value as string,
            label: t(`users:type.${value}`),
          })),
        },
        {
          label: t('people:list.inProjects'),
          options: (data?.roles ?? []).map((role) => ({ value: roleValue(role.id), label: roleName(role, t) })),
        },
      ]}
      onChange={(role) => change({ role })}
    />
  );
}

function SaveButton({ filter, isEmpty }: { filter: PeopleFilter; isEmpty: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    await savePeople(filter).catch(toasts.failed);
    setSaving(false);
  };
  return (
    <Button icon={<DownloadOutlined />} loading={saving} disabled={isEmpty} onClick={() => void save()}>
      {t('operations:csv')}
    </Button>
  );
}

import { type RoleType, roleTypes } from '@plumbline/contract/kernel/permissions';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../kernel/allowed.tsx';

/** Returns the name of a role in a project. */
export function useRoleWord(): (role: RoleType) => string {
  const { t } = useTranslation();
  return (role) => (role === 'Custom' ? t('dashboards:customRoles') : t(`roles:fixed.${role}`));
}

/** Chooses the roles of the project that read the dashboard. Who may not change the project keeps it to themselves. */
export function RolesInput({ roles, onChange }: { roles: readonly RoleType[]; onChange: (roles: RoleType[]) => void }) {
  const { t } = useTranslation();
  const wordOf = useRoleWord();
  const mayShare = useAllowed()('Update:Project');
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Select in it
    <label>
      <span className="pl-sm pl-2">{t('dashboards:sharedWith')}</span>
      <Select
        mode="multiple"
        className="db-roles"
        disabled={!mayShare}
        aria-label={t('dashboards:sharedWith')}
        placeholder={t('dashboards:notShared')}
        value={[...roles]}
        options={roleTypes.map((value) => ({ value, label: wordOf(value) }))}
        onChange={onChange}
      />
    </label>
  );
}

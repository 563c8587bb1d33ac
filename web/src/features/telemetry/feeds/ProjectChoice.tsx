import { projects } from '@plumbline/contract/site/projects';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../kernel/reads.ts';

/** A project of the corporation. */
export function ProjectChoice({
  id,
  corporationId,
  value,
  onChange,
}: {
  id: string | undefined;
  corporationId: number;
  value: number | null;
  onChange: (value: number) => void;
}) {
  const { t } = useTranslation();
  const query = useRead(projects.list, {});
  const ofCorporation = (query.data?.projects ?? []).filter((project) => project.corporationId === corporationId);
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      showSearch={{ optionFilterProp: 'label' }}
      loading={query.isPending}
      value={value}
      placeholder={t('feeds:projectChoose')}
      options={ofCorporation.map((project) => ({ value: project.id, label: project.name }))}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

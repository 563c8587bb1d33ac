import type { ContentOf } from '@plumbline/contract/dashboards.contents';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../design/States.tsx';
import { SilentCount, StatusTag } from '../../design/Status.tsx';

/** Structures with their items: how each is, how many of its points are silent, how many alerts are open. */
export function StructuresPanel({ content: { structures } }: { content: ContentOf<'structures'> }) {
  const { t } = useTranslation();
  if (structures.length === 0) return <Empty title={t('statusPages:noStructures')} />;
  const heads = structures.filter(({ parentName }) => parentName === null);
  const rows = heads.flatMap((head) => [head, ...structures.filter(({ parentName }) => parentName === head.name)]);
  return (
    <ul className="db-list">
      {rows.map(({ name, parentName, status, openAlerts }) => (
        <li key={`${parentName ?? ''}/${name}`} className={parentName === null ? undefined : 'db-item'}>
          <span className="db-name">
            <b className="pl-ell">{name}</b>
            {openAlerts !== null && openAlerts > 0 && (
              <span className="pl-sm pl-2">{t('statusPages:alerts', { count: openAlerts })}</span>
            )}
          </span>
          <span className="pl-gap" />
          <SilentCount status={status} />
          <StatusTag status={status} words="word" />
        </li>
      ))}
    </ul>
  );
}

import type { Alert } from '@plumbline/contract/alerts/alerts';
import { structures } from '@plumbline/contract/site/structures';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { missing } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';

/** Shows the name and action of the level of an alert; nothing where neither is set. */
export function LevelAction({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useRead(
    structures.gradings,
    { structureId: alert.structureId },
    {
      enabled: allowed(structures.gradings),
    },
  );
  const grading = query.data?.gradings.find(({ level }) => level === alert.level);
  if (!grading || (grading.name === '' && grading.action === '')) return null;
  return (
    <section aria-label={t('alerts:toDo')}>
      <h3 style={{ marginBottom: 6 }}>{[t('alerts:toDo'), grading.name].filter(Boolean).join(': ')}</h3>
      <p style={{ whiteSpace: 'pre-wrap', margin: 0 }}>{grading.action || missing}</p>
    </section>
  );
}

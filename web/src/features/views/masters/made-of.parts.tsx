import { silentOf, type WholeStatus } from '@plumbline/contract/kernel/status';
import { useTranslation } from 'react-i18next';

/** Shows the number of points of a master, and how many of them are silent. */
export function MadeOfWords({ status }: { status: WholeStatus }) {
  const { t } = useTranslation();
  const silent = silentOf(status);
  return (
    <>
      {t('masters:madeOf', { count: status.points })}
      {silent > 0 && `, ${t('masters:silent', { count: silent })}`}
    </>
  );
}

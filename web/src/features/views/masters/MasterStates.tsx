import { Failure } from '@plumbline/contract/kernel/errors';
import type { Point } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { Empty, Failed } from '../../../design/States.tsx';

/** Shows why a drawing is not drawn: where settings are missing, which. */
export function NotDrawn({ point, error, onRetry }: { point: Point; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const unset = isUnset(error) && point.family === 'tilt';
  if (unset) return <Empty title={t('masters:lengthsMissing')} why={t('masters:lengthsMissingWhy')} />;
  return <Failed error={error} onRetry={onRetry} />;
}

const isUnset = (error: unknown): boolean =>
  error instanceof Failure && JSON.stringify(error.detail ?? '').includes('lengthsOfSlaves');

export function NoSurvey() {
  const { t } = useTranslation();
  return <Empty title={t('masters:none')} why={t('masters:noneWhy')} />;
}

import { CheckCircleOutlined, ClockCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { TemplateRow } from '@plumbline/contract/reports/templates';
import { useTranslation } from 'react-i18next';

const icons = {
  Done: <CheckCircleOutlined />,
  Pending: <ClockCircleOutlined />,
  Error: <WarningOutlined />,
};

/** Returns whether a template was verified, and how many mistakes were found. */
export function TemplateStatus({
  template: { status, problems },
}: {
  template: Pick<TemplateRow, 'status' | 'problems'>;
}) {
  const { t } = useTranslation();
  return (
    <span data-status={status} className={status === 'Error' ? 'pl-wrong' : 'pl-2'}>
      {icons[status]} {t(`reportTemplates:statuses.${status}`)}
      {problems.length > 0 && ` · ${t('reportTemplates:faultCount', { count: problems.length })}`}
    </span>
  );
}

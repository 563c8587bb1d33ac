import { alerts } from '@plumbline/contract/alerts/alerts';
import type { FieldOption } from '@plumbline/contract/kernel/forms';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';

/** The alerts of a project, open ones first, to choose the one that a report is about. */
export function useAlertOptions(): readonly FieldOption[] | undefined {
  const { t } = useTranslation();
  const { project } = useProject();
  const { data } = useRead(alerts.ofProject, { projectId: project.id, pageSize: 200 });
  return data?.alerts.map(({ id, readingAt, pointName, structureName, level }) => ({
    value: id,
    label: `${formatTime(Date.parse(readingAt), project.timeZone)} ${pointName || structureName}`,
    note: t(`common:level.${levelName(level)}`),
  }));
}

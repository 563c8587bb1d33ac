import { type ReportTemplate, reportTemplates } from '@plumbline/contract/reports/templates';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { read, useRead } from '../../../kernel/reads.ts';

/** Lists the versions of a template, who made each version and when; one of them is taken into the editor again. */
export function VersionsPanel({
  template,
  mayChange,
  onTake,
  onClose,
}: {
  template: ReportTemplate;
  mayChange: boolean;
  onTake: (content: ReportTemplate['content']) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const place = { projectId: project.id, templateId: template.id };
  const query = useRead(reportTemplates.versions, place);
  const take = async (version: number): Promise<void> => {
    const { content } = await read(reportTemplates.version, { ...place, version });
    onTake(content);
    onClose();
  };
  return (
    <SidePanel open title={t('reportTemplates:versions')} onClose={onClose}>
      <Answer
        query={query}
        loading={<SkeletonRows rows={4} />}
        isEmpty={({ versions }) => versions.length === 0}
        empty={<Empty title={t('reportTemplates:versions')} />}
      >
        {({ versions }) => (
          <ul className="rt-versions">
            {versions.map(({ version, byName, at, blocks }) => (
              <li key={version}>
                <div>
                  <b>{t('reportTemplates:versionWords', { version })}</b>
                  <div className="pl-sm pl-3">
                    {formatTime(at, project.timeZone)} · {byName} · {t('reportTemplates:blockCount', { count: blocks })}
                  </div>
                </div>
                {mayChange && version !== template.version && (
                  <Button size="small" onClick={() => void take(version).catch(toasts.failed)}>
                    {t('reportTemplates:takeVersion')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </SidePanel>
  );
}

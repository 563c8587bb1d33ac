import { projects } from '@plumbline/contract/site/projects';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../design/SidePanel.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { PointSettings } from '../../features/points/bindings/settings.parts.tsx';
import { AllowedInPlace } from '../../kernel/allowed.tsx';
import { ProjectProvider } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';

/** The thresholds of a bound point, over a page that lies in no project: opened within the project of the point. */
export function PointLimits({
  pointId,
  projectId,
  onClose,
}: {
  pointId: number;
  projectId: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const query = useRead(projects.get, { projectId });
  if (query.data === undefined)
    return (
      <SidePanel open title={t('points:settings')} widthPx={520} flush onClose={onClose}>
        <Answer query={query} loading={<SkeletonRows rows={8} />}>
          {() => null}
        </Answer>
      </SidePanel>
    );
  return (
    <AllowedInPlace value={query.data.permissions}>
      <ProjectProvider value={query.data}>
        <PointSettings open pointId={pointId} startTab="thresholds" onClose={onClose} />
      </ProjectProvider>
    </AllowedInPlace>
  );
}

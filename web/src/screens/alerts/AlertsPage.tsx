import { useProject } from '../../kernel/project.tsx';
import { AlertList } from './AlertList.tsx';

/** The alerts of the project that is open. */
export default function AlertsPage() {
  const { project } = useProject();
  return <AlertList project={project} />;
}

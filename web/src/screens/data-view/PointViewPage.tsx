import { correctionNamed, viewNamed } from '@plumbline/contract/views/views';
import { Navigate, useLocation, useParams } from 'react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { to } from '../../app/paths.ts';

/** The address that the specification gives each view of a point: it opens the data view there, with what stands behind the ?. */
export default function PointViewPage() {
  const { projectId = '', mpId = '', view = '' } = useParams();
  const { search } = useLocation();
  // Not a drawing: runs of a probe are brought in there.
  if (view === 'pam-data-import' && /^\d+$/.test(mpId))
    return <Navigate to={to('ProbeImport', { projectId }, { point: mpId })} replace />;
  const show = viewNamed(view);
  const correct = correctionNamed(view);
  if ((show === null && correct === null) || !/^\d+$/.test(mpId)) return <NotFoundPage />;
  const query = Object.fromEntries(new URLSearchParams(search));
  if (correct !== null)
    return <Navigate to={to('DataView', { projectId }, { ...query, point: mpId, correct })} replace />;
  return <Navigate to={to('DataView', { projectId }, { ...query, point: mpId, view: show ?? 'time-value' })} replace />;
}

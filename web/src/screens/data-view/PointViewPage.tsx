import { correctionNamed, quantityNamed, viewNamed } from '@plumbline/contract/views/views';
import { useLocation, useParams } from 'react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { to } from '../../app/paths.ts';
import { Redirect } from '../../app/Redirect.tsx';

/** The address that the specification gives each view of a point: it opens the data view there, with what stands behind the ?. */
export default function PointViewPage() {
  const { projectId = '', mpId = '', view = '' } = useParams();
  const { search } = useLocation();
  // Not a drawing: runs of a probe are brought in there.
  if (view === 'pam-data-import' && /^\d+$/.test(mpId))
    return <Redirect to={to('ProbeImport', { projectId }, { point: mpId })} />;
  const show = viewNamed(view);
  const correct = correctionNamed(view);
  if ((show === null && correct === null) || !/^\d+$/.test(mpId)) return <NotFoundPage />;
  const query = Object.fromEntries(new URLSearchParams(search));
  if (correct !== null) return <Redirect to={to('DataView', { projectId }, { ...query, point: mpId, correct })} />;
  const quantity = quantityNamed(view);
  const begin = { ...(quantity !== null && { quantity }), ...query };
  return <Redirect to={to('DataView', { projectId }, { ...begin, point: mpId, view: show ?? 'time-value' })} />;
}

import { type ViewName, viewNames } from '@plumbline/contract/views';
import { Navigate, useLocation, useParams } from 'react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { to } from '../../app/paths.ts';

/** The address that the specification gives each view of a point: it opens the data view there, with what stands behind the ?. */
export default function PointViewPage() {
  const { projectId = '', mpId = '', view = '' } = useParams();
  const { search } = useLocation();
  if (!viewNames.includes(view as ViewName) || !/^\d+$/.test(mpId)) return <NotFoundPage />;
  const query = Object.fromEntries(new URLSearchParams(search));
  return <Navigate to={to('DataView', { projectId }, { ...query, point: mpId, view })} replace />;
}

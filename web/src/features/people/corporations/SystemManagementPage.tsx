import { Navigate } from 'react-router';
import { to } from '../../../app/paths.ts';

/** The roof of the console has no page of its own: it leads to the corporation. */
export default function SystemManagementPage() {
  return <Navigate to={to('CorporationConsole')} replace />;
}

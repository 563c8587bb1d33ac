import { AlertList } from './AlertList.tsx';

/** The alerts of every project that the person may see: the board behind the home page's. */
export default function AllAlertsPage() {
  return <AlertList project={null} />;
}

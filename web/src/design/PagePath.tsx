import type { ReactNode } from 'react';
import { Link } from 'react-router';

/**
 * The title of a page below another: the way back, by the name of that page, then the page's own name. The one way back
 * that pages have; nothing after it while the own name is not known.
 */
export function PagePath({ to, above, children }: { to: string; above: ReactNode; children?: ReactNode }) {
  return (
    <>
      <Link className="pl-3" to={to}>
        {above}
      </Link>
      {children !== undefined && <> / {children}</>}
    </>
  );
}

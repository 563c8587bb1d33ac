import { useSession } from '../../kernel/session.ts';

/** Whose it is and which version runs. */
export function Version() {
  const { staticVersion, corporation } = useSession();
  return (
    <div className="pl-ell">
      <div className="pl-ell">{corporation?.copyright || `© ${new Date().getFullYear()} Plumbline`}</div>
      <span>v{staticVersion || '1.0'}</span>
    </div>
  );
}

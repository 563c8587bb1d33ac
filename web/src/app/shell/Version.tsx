import { useSession } from '../../kernel/session.ts';
import { useServerVersion } from './server-version.queries.ts';

/** Shows the product and the version that runs. */
export function Version() {
  const { corporation } = useSession();
  const { server } = useServerVersion();
  return (
    <div className="pl-ell">
      <div className="pl-ell">{corporation?.copyright || `© ${new Date().getFullYear()} Plumbline`}</div>
      <button
        type="button"
        className="pl-bare"
        onClick={({ timeStamp }) =>
          void import('../../screens/professional/toggle.queries.ts').then((each) => each.clickVersion(timeStamp))
        }
      >
        v{server}
      </button>
    </div>
  );
}

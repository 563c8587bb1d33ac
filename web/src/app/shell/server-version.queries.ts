import { sessions } from '@plumbline/contract/people/sessions';
import { version as pageVersion } from '../../../../package.json';
import { useRead } from '../../kernel/reads.ts';
import { isNewer } from '../../kernel/release.ts';

/** A page that stays open for weeks learns of an update too. */
const checkIntervalMs = 10 * 60_000;

/** Returns the version of the server, `1.0` if it is unknown (specification 7), and whether this page is older. */
export function useServerVersion(): { readonly server: string; readonly page: string; readonly isOld: boolean } {
  const { data } = useRead(sessions.loginInfo, {}, { refetchInterval: checkIntervalMs, retry: false });
  return {
    server: data?.version || '1.0',
    page: pageVersion,
    isOld: data !== undefined && isNewer(data.version, pageVersion),
  };
}

import { sessions } from '@plumbline/contract/people/sessions';
import { version as pageVersion } from '../../../../package.json';
import { useRead } from '../../kernel/reads.ts';
import { isNewer, versionToShow } from '../../kernel/release.ts';

/** A page that stays open for weeks learns of an update too. */
const checkIntervalMs = 10 * 60_000;

/** Returns the version of the server as far as it is known (versionToShow), and whether this page is older. */
export function useServerVersion(): { readonly server: string; readonly page: string; readonly isOld: boolean } {
  const { data, isError } = useRead(sessions.loginInfo, {}, { refetchInterval: checkIntervalMs, retry: false });
  return {
    server: versionToShow(data?.version, isError, pageVersion),
    page: pageVersion,
    isOld: data !== undefined && isNewer(data.version, pageVersion),
  };
}

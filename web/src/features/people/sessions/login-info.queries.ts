import { sessions } from '@plumbline/contract/people/sessions';
import { useRead } from '../../../kernel/reads.ts';

const retryEveryMs = 5_000;

/** How people sign in here, by the demonstration's key where the address has one; asked again while the server cannot be reached. */
export const useLoginInfo = (demoKey: string | null) =>
  useRead(sessions.loginInfo, demoKey === null ? {} : { demo: demoKey.slice(0, 40) }, {
    refetchInterval: ({ state }) => (state.status === 'error' ? retryEveryMs : false),
  });

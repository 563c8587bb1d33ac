import { seeAs } from '@plumbline/contract/people/see-as';
import { storedToken, tokenKey } from '../../../kernel/stored-token.ts';
import { write } from '../../../kernel/writes.ts';

/** Under which name a tab keeps the token of the administrator while it shows what somebody else sees. */
const originalKey = 'plumbline.ownToken';

/** From here on this tab shows what the user sees; the other tabs of the browser stay as they are. */
export async function beginSeeAs(userId: number): Promise<void> {
  const originalToken = storedToken();
  const { token } = await write(seeAs.begin, { userId });
  sessionStorage.clear();
  if (originalToken !== null) sessionStorage.setItem(originalKey, originalToken);
  sessionStorage.setItem(tokenKey, token);
  location.hash = '#/dashboard';
  location.reload();
}

/** Back to oneself, also where the session has ended by itself meanwhile. */
export async function endSeeAs(): Promise<void> {
  await write(seeAs.end, {}).catch(() => undefined);
  const token = sessionStorage.getItem(originalKey);
  sessionStorage.clear();
  if (token !== null) sessionStorage.setItem(tokenKey, token);
  location.hash = '#/console/users';
  location.reload();
}

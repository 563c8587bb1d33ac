import { seeAs } from '@plumbline/contract/people/see-as';
import { returnToOneself } from '../../../kernel/session.ts';
import { keepViewToken } from '../../../kernel/stored-token.ts';
import { write } from '../../../kernel/writes.ts';

/** From here on this tab shows what the user sees; the other tabs of the browser stay as they are. */
export async function beginSeeAs(userId: number): Promise<void> {
  const { token } = await write(seeAs.begin, { userId });
  keepViewToken(token, location.hash);
  location.hash = '#/dashboard';
  location.reload();
}

/** Back to oneself, also where the session has ended by itself meanwhile: the socket may say so before the answer comes. */
export async function endSeeAs(): Promise<void> {
  await write(seeAs.end, {}).catch(() => undefined);
  returnToOneself();
}

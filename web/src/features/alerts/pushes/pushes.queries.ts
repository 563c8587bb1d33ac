/**
 * A device on which its person has alerts pushed goes along with each of their sessions: who signs out ends the pushes too.
 * Fetched when the page has nothing else to do, and on such devices alone.
 */
import { pushes } from '@plumbline/contract/alerts/pushes';
import { write } from '../../../kernel/writes.ts';
import { currentAddress, openOnClick } from './this-device.ts';

/** Says to the server that this browser is of this session now. The level stays as it was chosen. */
export async function renewPush(): Promise<void> {
  const address = await currentAddress();
  if (!address) return;
  openOnClick();
  await write(pushes.subscribe, address);
}

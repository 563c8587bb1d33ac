import { prefer } from '../../app/shell/preferences.queries.ts';
import { current } from '../../kernel/session.ts';
import { countClick } from './clicks.ts';

let clicks: readonly number[] = [];

/** Counts a click on the version, at its time; more than five within two seconds switch professional mode on, or off again. */
export async function clickVersion(at: number): Promise<void> {
  const counted = countClick(clicks, at);
  clicks = counted.clicks;
  const session = current();
  if (counted.isEnough && session) await prefer('professional', !session.preferences.professional);
}

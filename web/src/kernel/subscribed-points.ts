import { maxSubscribedPoints } from '@plumbline/contract/kernel/sockets';

/**
 * The points that a page asks to hear of, each once; the parts of the page that came last first. The server refuses more
 * than its limit as a whole, and nothing would be heard: what is beyond follows by the clock.
 */
export function subscribedPoints(subscriptions: readonly (readonly number[])[]): number[] {
  return [...new Set(subscriptions.toReversed().flat())].slice(0, maxSubscribedPoints);
}

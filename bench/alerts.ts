/** What alerts cost the intake, and how soon people hear of them. */
import { alertsCost } from './alerts-cost.ts';
import { alertLatency } from './alerts-latency.ts';
import type { Settings } from './ingest.ts';
import type { Figure } from './numbers.ts';

export const alerts = async (settings: Settings): Promise<Figure[]> => [
  ...(await alertsCost(settings)),
  ...(await alertLatency(settings)),
];

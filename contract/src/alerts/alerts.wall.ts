/** An alert as screens show it to people who cannot open it: on walls and dashboards. */
import type { z } from 'zod';
import { Alert } from './alerts.ts';

export const WallAlert = Alert.pick({
  id: true,
  projectId: true,
  projectName: true,
  pointName: true,
  family: true,
  field: true,
  event: true,
  measure: true,
  unit: true,
  precision: true,
  level: true,
  value: true,
  threshold: true,
  readingAt: true,
  raisedAt: true,
  releasedAt: true,
  revised: true,
  status: true,
}).meta({ id: 'WallAlert' });
export type WallAlert = z.output<typeof WallAlert>;

/** The routes of this wing by feature. */
import { certificates } from './certificates.ts';
import { connections } from './connections.ts';
import { devices } from './devices.ts';
import { frames } from './frames.ts';
import { intake } from './intake.ts';
import { models } from './models.ts';
import { warehouse } from './warehouse.ts';

export default {
  models,
  devices,
  connections,
  certificates,
  intake,
  warehouse,
  frames,
};

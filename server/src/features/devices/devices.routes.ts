import { devices } from '@plumbline/contract/devices';
import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../../kernel/addresses.ts';
import type { Config } from '../../kernel/config.ts';
import { openOutbound } from '../../kernel/outbound.ts';
import { openSecretBox } from '../../kernel/secret-box.ts';
import { type Access, serve } from '../../kernel/serve.ts';
import * as bulk from './devices.bulk.service.ts';
import { mapping } from './devices.map.service.ts';
import { service } from './devices.service.ts';
import { patches } from './devices.settings.service.ts';

export default (
  app: FastifyInstance,
  access: Access,
  { addresses, config }: { addresses: Addresses; config: Config },
) => {
  const outbound = openOutbound(config.outboundAllow);
  app.addHook('onClose', () => outbound.close());
  serve(app, access, devices, {
    ...service(addresses),
    ...patches(openSecretBox(config.dataDir)),
    ...mapping(outbound, config.simQuery),
    ...bulk,
  });
};

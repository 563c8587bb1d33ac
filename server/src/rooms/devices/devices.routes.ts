import { devices } from '@plumbline/contract/devices';
import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../../kernel/addresses.ts';
import type { Config } from '../../kernel/config.ts';
import { openOutbound } from '../../kernel/outbound.ts';
import { type Door, serve } from '../../kernel/serve.ts';
import { openVault } from '../../kernel/vault.ts';
import * as bulk from './devices.bulk.service.ts';
import { mapping } from './devices.map.service.ts';
import { patches } from './devices.patches.service.ts';
import { service } from './devices.service.ts';

export default (app: FastifyInstance, door: Door, { addresses, config }: { addresses: Addresses; config: Config }) => {
  const outbound = openOutbound(config.outboundAllow);
  app.addHook('onClose', () => outbound.close());
  serve(app, door, devices, {
    ...service(addresses),
    ...patches(openVault(config.dataDir)),
    ...mapping(outbound, config.simQuery),
    ...bulk,
  });
};

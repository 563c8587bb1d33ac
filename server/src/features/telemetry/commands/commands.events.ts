/** What is set at a device is sent to it. */
import { randomUUID } from 'node:crypto';
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { wakeDevices } from './commands.api.ts';
import { noteRequest } from './commands.instruments.table.ts';

export const lifecycle: LifecycleHooks = {
  async sendProcessor({ db, now, caller }, { deviceId, sncode, processor }) {
    const byName = caller.displayName || caller.name;
    const request = { part: 'processor', act: 'write', wanted: processor } as const;
    await noteRequest(db, now(), { ...request, deviceId, byName, commandId: randomUUID() });
    await wakeDevices(db, [sncode]);
  },
};

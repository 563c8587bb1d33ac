import { modbusServer } from '@plumbline/contract/telemetry/modbus-server';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';

export type ModbusReply = Reply<typeof modbusServer.get>;

/** Returns the values that a control system reads now, read again while one looks at it. */
export const useModbusServer = (projectId: number) =>
  useRead(modbusServer.get, { projectId }, { refetchInterval: 5_000, staleTime: 0 });
